package dev.transportbench.peers.jdk;

import dev.transportbench.peers.PeerClient;
import dev.transportbench.peers.PeerMessages;
import dev.transportbench.peers.PeerServer;
import dev.transportbench.peers.PeerTls;
import dev.transportbench.peers.PeerTransport;
import dev.transportbench.peers.Protocol;
import dev.transportbench.peers.jetty.JettyServer;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.message.Messages;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's asynchronous client with its default kind of executor, a cached pool, and Jetty's
 * server.
 */
abstract class JdkHttp extends PeerTransport {
  JdkHttp(String name, Protocol protocol) {
    super(name, protocol);
  }

  @Override
  protected final PeerServer start(Side side, int port, Identity identity) throws Exception {
    return new JettyServer(side, port, identity, protocol());
  }

  @Override
  protected final PeerClient open(
      Side side, InetSocketAddress server, Identity identity, int concurrency) throws Exception {
    Client client = new Client(side, server, identity, protocol());
    if (protocol() == Protocol.HTTP2) {
      // Requests that find no connection open one each, though all would fit on the first.
      client.openConnection();
    }
    return client;
  }

  private static final class Client extends PeerClient {
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final HttpClient http;
    private final URI uri;

    Client(Side side, InetSocketAddress server, Identity identity, Protocol protocol)
        throws Exception {
      super(side);
      http =
          HttpClient.newBuilder()
              .version(
                  protocol == Protocol.HTTP2
                      ? HttpClient.Version.HTTP_2
                      : HttpClient.Version.HTTP_1_1)
              .sslContext(PeerTls.client(identity))
              .executor(executor)
              .build();
      uri = URI.create(JettyServer.origin("https", server) + "/rpc");
    }

    void openConnection() throws Exception {
      ClientMessage echo =
          Messages.client(1, Request.newBuilder().setMethod(RpcService.ECHO).build());
      http.send(request(echo), HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpRequest request(ClientMessage message) {
      return HttpRequest.newBuilder(uri)
          .POST(HttpRequest.BodyPublishers.ofByteArray(PeerMessages.delimited(message)))
          .build();
    }

    @Override
    public void send(ClientMessage message, Answer answer) {
      http.sendAsync(request(message), HttpResponse.BodyHandlers.ofByteArray())
          .whenComplete((response, cause) -> settle(response, cause, answer));
    }

    private static void settle(HttpResponse<byte[]> response, Throwable cause, Answer answer) {
      if (cause != null) {
        answer.failed(cause);
        return;
      }
      try {
        if (response.statusCode() != 200) {
          throw new IOException("status " + response.statusCode());
        }
        answer.received(PeerMessages.parseDelimited(response.body()));
      } catch (IOException e) {
        answer.failed(e);
      }
    }

    /** Before Java 21 the client itself ends only when it is collected; its threads are idle. */
    @Override
    protected void stop() throws Exception {
      executor.shutdownNow();
      executor.awaitTermination(5, TimeUnit.SECONDS);
    }
  }
}
