package dev.transportbench.peers.vertx;

import dev.transportbench.peers.PeerClient;
import dev.transportbench.peers.PeerTls;
import dev.transportbench.peers.Protocol;
import dev.transportbench.peers.WebSocketAnswers;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.net.OpenSSLEngineOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;

/** One WebSocket, a message per RPC. */
public final class VertxWebSocketPeer extends VertxPeer {
  public VertxWebSocketPeer() {
    super("peer-vertx-websocket", Protocol.WEBSOCKET);
  }

  @Override
  protected PeerClient open(Side side, InetSocketAddress server, Identity identity, int concurrency)
      throws Exception {
    WebSocketClientOptions options =
        new WebSocketClientOptions()
            .setSsl(true)
            .setTrustOptions(trust(identity))
            .setVerifyHost(false)
            .setMaxFrameSize(MAX_MESSAGE_BYTES)
            .setMaxMessageSize(MAX_MESSAGE_BYTES);
    options.setSslEngineOptions(new OpenSSLEngineOptions());
    options.setEnabledSecureTransportProtocols(Set.of(PeerTls.VERSION));
    Vertx vertx = vertx();
    WebSocketAnswers answers = new WebSocketAnswers();
    WebSocketConnectOptions where =
        new WebSocketConnectOptions()
            .setHost(server.getAddress().getHostAddress())
            .setPort(server.getPort())
            .setSsl(true)
            .setURI("/rpc");
    WebSocketClient client = vertx.createWebSocketClient(options);
    WebSocket socket =
        await(
            client
                .connect(where)
                .map(
                    opened -> {
                      opened.binaryMessageHandler(message -> answers.received(message.getBytes()));
                      opened.closeHandler(
                          closed -> answers.failed(new IOException("the WebSocket closed")));
                      return opened;
                    }));
    return new Client(side, vertx, client, socket, answers);
  }

  private static final class Client extends PeerClient {
    private final Vertx vertx;

    /**
     * Held, because Vert.x closes what a client opened when it finds that nobody has the client.
     */
    @SuppressWarnings("unused")
    private final WebSocketClient client;

    private final WebSocket socket;
    private final WebSocketAnswers answers;

    Client(
        Side side,
        Vertx vertx,
        WebSocketClient client,
        WebSocket socket,
        WebSocketAnswers answers) {
      super(side);
      this.client = client;
      this.vertx = vertx;
      this.socket = socket;
      this.answers = answers;
    }

    @Override
    public void send(ClientMessage message, Answer answer) {
      answers.expect(message.getRequestId(), answer);
      socket.writeBinaryMessage(Buffer.buffer(message.toByteArray()));
    }

    @Override
    protected void stop() throws Exception {
      await(vertx.close());
    }
  }
}
