package dev.transportbench.peers.jetty;

import dev.transportbench.peers.PeerClient;
import dev.transportbench.peers.PeerServer;
import dev.transportbench.peers.PeerTransport;
import dev.transportbench.peers.Protocol;
import dev.transportbench.peers.WebSocketAnswers;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.client.WebSocketClient;

/** One WebSocket, a message per RPC. */
public final class JettyWebSocketPeer extends PeerTransport {
  private static final long OPEN_SECONDS = 20;

  public JettyWebSocketPeer() {
    super("peer-jetty-websocket", Protocol.WEBSOCKET);
  }

  @Override
  protected PeerServer start(Side side, int port, Identity identity) throws Exception {
    return new JettyServer(side, port, identity, protocol());
  }

  @Override
  protected PeerClient open(Side side, InetSocketAddress server, Identity identity, int concurrency)
      throws Exception {
    HttpClient http = JettyHttp.client(identity, protocol());
    WebSocketClient client = new WebSocketClient(http);
    client.addManaged(http);
    client.setIdleTimeout(Duration.ofMinutes(5));
    client.start();
    Messages messages = new Messages();
    Session session =
        client
            .connect(messages, URI.create(JettyServer.origin("wss", server) + "/rpc"))
            .get(OPEN_SECONDS, TimeUnit.SECONDS);
    return new Client(side, client, session, messages.answers);
  }

  /** Takes each binary message; public, because Jetty looks its methods up. */
  public static final class Messages implements Session.Listener.AutoDemanding {
    private final WebSocketAnswers answers = new WebSocketAnswers();

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
      byte[] response = new byte[payload.remaining()];
      payload.get(response);
      // Lets the next message come before this one is answered by the next request.
      callback.succeed();
      answers.received(response);
    }

    @Override
    public void onWebSocketError(Throwable cause) {
      answers.failed(cause);
    }

    @Override
    public void onWebSocketClose(int status, String reason, Callback callback) {
      answers.failed(new IOException("closed: " + status + " " + reason));
      callback.succeed();
    }
  }

  private static final class Client extends PeerClient {
    private final WebSocketClient client;
    private final Session session;
    private final WebSocketAnswers answers;

    Client(Side side, WebSocketClient client, Session session, WebSocketAnswers answers) {
      super(side);
      this.client = client;
      this.session = session;
      this.answers = answers;
    }

    @Override
    public void send(ClientMessage message, Answer answer) {
      answers.expect(message.getRequestId(), answer);
      session.sendBinary(
          ByteBuffer.wrap(message.toByteArray()), Callback.from(() -> {}, answer::failed));
    }

    @Override
    protected void stop() throws Exception {
      session.disconnect();
      client.stop();
    }
  }
}
