package dev.transportbench.peers.jetty;

import dev.transportbench.peers.PeerMessages;
import dev.transportbench.peers.PeerServer;
import dev.transportbench.peers.PeerTls;
import dev.transportbench.peers.Protocol;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Side;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

/**
 * Jetty's server with one acceptor and one selector. The handler never blocks and says so: Jetty
 * then runs it on the thread that read the request.
 */
public final class JettyServer extends PeerServer {
  private static final int FLOW_WINDOW_BYTES = 8 << 20;
  private static final int MAX_MESSAGE_BYTES = 8 << 20;

  private final Server server;
  private final ServerConnector connector;

  public JettyServer(Side side, int port, Identity identity, Protocol protocol) throws Exception {
    super(side);
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setName("server-jetty");
    server = new Server(threads);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(PeerTls.server(identity));
    tls.setIncludeProtocols(PeerTls.VERSION);
    tls.setIncludeCipherSuites(PeerTls.SUITE);
    tls.setSniRequired(false);
    connector = new ServerConnector(server, 1, 1, factories(tls, protocol));
    connector.setHost(side.address().getHostAddress());
    connector.setPort(port);
    connector.setIdleTimeout(Duration.ofMinutes(5).toMillis());
    connector.addBean(
        new Connection.Listener() {
          @Override
          public void onOpened(Connection connection) {
            if (connection instanceof SslConnection) {
              countConnection();
            }
          }
        });
    server.addConnector(connector);
    server.setHandler(protocol == Protocol.WEBSOCKET ? webSocket(server) : new Rpc());
    server.start();
  }

  private static ConnectionFactory[] factories(SslContextFactory.Server tls, Protocol protocol) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(false);
    // Clients call by address, which the certificate does not name.
    http.addCustomizer(new SecureRequestCustomizer(false));
    if (protocol != Protocol.HTTP2) {
      HttpConnectionFactory http1 = new HttpConnectionFactory(http);
      return new ConnectionFactory[] {new SslConnectionFactory(tls, http1.getProtocol()), http1};
    }
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(http);
    http2.setInitialSessionRecvWindow(FLOW_WINDOW_BYTES);
    http2.setInitialStreamRecvWindow(FLOW_WINDOW_BYTES);
    http2.setMaxConcurrentStreams(4096);
    // Its guard against floods is for strangers.
    http2.setRateControlFactory(new org.eclipse.jetty.http2.RateControl.Factory() {});
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory("h2");
    return new ConnectionFactory[] {new SslConnectionFactory(tls, alpn.getProtocol()), alpn, http2};
  }

  private static Handler webSocket(Server server) {
    return WebSocketUpgradeHandler.from(
        server,
        container -> {
          container.setMaxBinaryMessageSize(MAX_MESSAGE_BYTES);
          container.setIdleTimeout(Duration.ofMinutes(5));
          container.addMapping("/rpc", (request, response, callback) -> new Messages());
        });
  }

  @Override
  protected int port() {
    return connector.getLocalPort();
  }

  /** What a URL of the server begins with. */
  public static String origin(String scheme, InetSocketAddress server) {
    return scheme + "://" + server.getAddress().getHostAddress() + ":" + server.getPort();
  }

  @Override
  protected void stop() throws Exception {
    server.setStopTimeout(0);
    server.stop();
  }

  private static final class Rpc extends Handler.Abstract.NonBlocking {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Content.Source.asByteArrayAsync(
          request,
          MAX_MESSAGE_BYTES,
          new Promise.Invocable<byte[]>() {
            @Override
            public void succeeded(byte[] body) {
              byte[] answer = PeerMessages.answerDelimited(body);
              response.setStatus(200);
              response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
              response.write(true, ByteBuffer.wrap(answer), callback);
            }

            @Override
            public void failed(Throwable cause) {
              callback.failed(cause);
            }

            @Override
            public InvocationType getInvocationType() {
              return Invocable.InvocationType.NON_BLOCKING;
            }
          });
      return true;
    }
  }

  /** Answers each binary message; its own class, because Jetty looks its methods up. */
  public static final class Messages implements Session.Listener.AutoDemanding {
    private Session session;

    @Override
    public void onWebSocketOpen(Session opened) {
      session = opened;
    }

    @Override
    public void onWebSocketBinary(
        ByteBuffer payload, org.eclipse.jetty.websocket.api.Callback callback) {
      byte[] request = new byte[payload.remaining()];
      payload.get(request);
      session.sendBinary(ByteBuffer.wrap(PeerMessages.answer(request)), callback);
    }
  }
}
