package dev.transportbench.peers.vertx;

import dev.transportbench.peers.PeerMessages;
import dev.transportbench.peers.PeerServer;
import dev.transportbench.peers.PeerTls;
import dev.transportbench.peers.PeerTransport;
import dev.transportbench.peers.Protocol;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Side;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Vert.x's server, on one event loop with the native transport. */
abstract class VertxPeer extends PeerTransport {
  static final int MAX_MESSAGE_BYTES = 8 << 20;
  static final int FLOW_WINDOW_BYTES = 8 << 20;
  private static final long START_SECONDS = 20;

  VertxPeer(String name, Protocol protocol) {
    super(name, protocol);
  }

  @Override
  protected final PeerServer start(Side side, int port, Identity identity) throws Exception {
    return new Server(side, port, identity, protocol());
  }

  static Vertx vertx() {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
    if (!vertx.isNativeTransportEnabled()) {
      throw new IllegalStateException(
          "Vert.x has no epoll", vertx.unavailableNativeTransportCause());
    }
    return vertx;
  }

  static PemTrustOptions trust(Identity identity) throws Exception {
    return new PemTrustOptions().addCertValue(Buffer.buffer(PeerTls.certificatePem(identity)));
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
  }

  private static final class Server extends PeerServer {
    private final Vertx vertx = vertx();
    private final HttpServer server;

    Server(Side side, int port, Identity identity, Protocol protocol) throws Exception {
      super(side);
      HttpServerOptions options =
          new HttpServerOptions()
              .setHost(side.address().getHostAddress())
              .setPort(port)
              .setSsl(true)
              .setSslEngineOptions(new OpenSSLEngineOptions())
              .setEnabledSecureTransportProtocols(Set.of(PeerTls.VERSION))
              .setKeyCertOptions(
                  new PemKeyCertOptions()
                      .setKeyValue(Buffer.buffer(PeerTls.keyPem(identity)))
                      .setCertValue(Buffer.buffer(PeerTls.certificatePem(identity))))
              .setMaxWebSocketFrameSize(MAX_MESSAGE_BYTES)
              .setMaxWebSocketMessageSize(MAX_MESSAGE_BYTES)
              .setHttp2ConnectionWindowSize(FLOW_WINDOW_BYTES)
              .setInitialSettings(
                  new Http2Settings()
                      .setInitialWindowSize(FLOW_WINDOW_BYTES)
                      .setMaxConcurrentStreams(4096));
      if (protocol == Protocol.HTTP2) {
        options.setUseAlpn(true).setAlpnVersions(List.of(HttpVersion.HTTP_2));
      }
      HttpServer starting =
          vertx.createHttpServer(options).connectionHandler(connection -> countConnection());
      if (protocol == Protocol.WEBSOCKET) {
        starting.webSocketHandler(
            socket ->
                socket.binaryMessageHandler(
                    message ->
                        socket.writeBinaryMessage(
                            Buffer.buffer(PeerMessages.answer(message.getBytes())))));
      } else {
        starting.requestHandler(Server::answer);
      }
      server = await(starting.listen());
    }

    private static void answer(HttpServerRequest request) {
      request
          .body()
          .onSuccess(
              body ->
                  request
                      .response()
                      .end(Buffer.buffer(PeerMessages.answerDelimited(body.getBytes()))));
    }

    @Override
    protected int port() {
      return server.actualPort();
    }

    @Override
    protected void stop() throws Exception {
      await(vertx.close());
    }
  }
}
