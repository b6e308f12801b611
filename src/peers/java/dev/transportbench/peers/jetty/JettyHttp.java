package dev.transportbench.peers.jetty;

import dev.transportbench.peers.PeerClient;
import dev.transportbench.peers.PeerMessages;
import dev.transportbench.peers.PeerServer;
import dev.transportbench.peers.PeerTls;
import dev.transportbench.peers.PeerTransport;
import dev.transportbench.peers.Protocol;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty's client and server over HTTP/1.1 or HTTP/2, one selector a side. */
abstract class JettyHttp extends PeerTransport {
  private static final int MAX_MESSAGE_BYTES = 8 << 20;
  private static final int FLOW_WINDOW_BYTES = 8 << 20;

  JettyHttp(String name, Protocol protocol) {
    super(name, protocol);
  }

  @Override
  protected final PeerServer start(Side side, int port, Identity identity) throws Exception {
    return new JettyServer(side, port, identity, protocol());
  }

  @Override
  protected final PeerClient open(
      Side side, InetSocketAddress server, Identity identity, int concurrency) throws Exception {
    HttpClient http = client(identity, protocol());
    http.setMaxConnectionsPerDestination(connections(concurrency));
    http.start();
    http.getContentDecoderFactories().clear();
    return new Client(side, http, URI.create(JettyServer.origin("https", server) + "/rpc"));
  }

  /** A client that sends no field which an RPC does not need. */
  static HttpClient client(Identity identity, Protocol protocol) throws Exception {
    ClientConnector connector = new ClientConnector();
    connector.setSelectors(1);
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setName("client-jetty");
    connector.setExecutor(threads);
    SslContextFactory.Client tls = new SslContextFactory.Client();
    tls.setSslContext(PeerTls.client(identity));
    tls.setIncludeProtocols(PeerTls.VERSION);
    tls.setIncludeCipherSuites(PeerTls.SUITE);
    tls.setEndpointIdentificationAlgorithm(null);
    connector.setSslContextFactory(tls);
    HttpClient http = new HttpClient(transport(connector, protocol));
    http.setExecutor(threads);
    http.setUserAgentField(null);
    http.setFollowRedirects(false);
    return http;
  }

  private static HttpClientTransport transport(ClientConnector connector, Protocol protocol) {
    if (protocol != Protocol.HTTP2) {
      return new HttpClientTransportOverHTTP(connector);
    }
    HTTP2Client http2 = new HTTP2Client(connector);
    http2.setApplicationProtocols(List.of("h2"));
    http2.setInitialSessionRecvWindow(FLOW_WINDOW_BYTES);
    http2.setInitialStreamRecvWindow(FLOW_WINDOW_BYTES);
    return new HttpClientTransportOverHTTP2(http2);
  }

  private static final class Client extends PeerClient {
    private final HttpClient http;
    private final URI uri;

    Client(Side side, HttpClient http, URI uri) {
      super(side);
      this.http = http;
      this.uri = uri;
    }

    @Override
    public void send(ClientMessage message, Answer answer) {
      http.newRequest(uri)
          .method(HttpMethod.POST)
          .body(new BytesRequestContent((String) null, PeerMessages.delimited(message)))
          .send(
              new BufferingResponseListener(MAX_MESSAGE_BYTES) {
                @Override
                public void onComplete(Result result) {
                  if (result.isFailed()) {
                    answer.failed(result.getFailure());
                    return;
                  }
                  try {
                    if (result.getResponse().getStatus() != 200) {
                      throw new IOException("status " + result.getResponse().getStatus());
                    }
                    answer.received(PeerMessages.parseDelimited(getContent()));
                  } catch (IOException e) {
                    answer.failed(e);
                  }
                }
              });
    }

    @Override
    protected void stop() throws Exception {
      http.stop();
    }
  }
}
