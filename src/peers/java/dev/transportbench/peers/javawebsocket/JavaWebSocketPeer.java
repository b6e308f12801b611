package dev.transportbench.peers.javawebsocket;

import dev.transportbench.peers.PeerClient;
import dev.transportbench.peers.PeerServer;
import dev.transportbench.peers.PeerTls;
import dev.transportbench.peers.PeerTransport;
import dev.transportbench.peers.Protocol;
import dev.transportbench.peers.WebSocketAnswers;
import dev.transportbench.peers.jetty.JettyServer;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import org.java_websocket.client.WebSocketClient;
import org.java_websocket.handshake.ServerHandshake;

/**
 * Java-WebSocket's client, one WebSocket with a message per RPC, against Jetty's server: its own
 * server was seen to leave an answer unsent until something else was sent, so that a cell with one
 * RPC in flight came to a stop.
 */
public final class JavaWebSocketPeer extends PeerTransport {
  private static final long OPEN_SECONDS = 20;

  public JavaWebSocketPeer() {
    super("peer-java-websocket", Protocol.WEBSOCKET);
  }

  @Override
  protected PeerServer start(Side side, int port, Identity identity) throws Exception {
    return new JettyServer(side, port, identity, protocol());
  }

  @Override
  protected PeerClient open(Side side, InetSocketAddress server, Identity identity, int concurrency)
      throws Exception {
    String host = server.getAddress().getHostAddress();
    Endpoint endpoint =
        new Endpoint(URI.create("wss://%s:%d/rpc".formatted(host, server.getPort())));
    endpoint.setSocketFactory(PeerTls.client(identity).getSocketFactory());
    endpoint.setTcpNoDelay(true);
    endpoint.setConnectionLostTimeout(0);
    if (!endpoint.connectBlocking(OPEN_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("no WebSocket within " + OPEN_SECONDS + " s");
    }
    return new Client(side, endpoint);
  }

  private static byte[] bytes(ByteBuffer message) {
    byte[] bytes = new byte[message.remaining()];
    message.get(bytes);
    return bytes;
  }

  private static final class Endpoint extends WebSocketClient {
    private final WebSocketAnswers answers = new WebSocketAnswers();

    Endpoint(URI uri) {
      super(uri);
    }

    /** The certificate is pinned; the address is not in it. */
    @Override
    protected void onSetSSLParameters(SSLParameters parameters) {}

    @Override
    public void onOpen(ServerHandshake handshake) {}

    @Override
    public void onMessage(ByteBuffer message) {
      answers.received(bytes(message));
    }

    @Override
    public void onMessage(String message) {
      answers.failed(new IOException("a text"));
    }

    @Override
    public void onClose(int code, String reason, boolean remote) {
      answers.failed(new IOException("closed: " + code + " " + reason));
    }

    @Override
    public void onError(Exception cause) {
      answers.failed(cause);
    }
  }

  private static final class Client extends PeerClient {
    private final Endpoint endpoint;

    Client(Side side, Endpoint endpoint) {
      super(side);
      this.endpoint = endpoint;
    }

    @Override
    public void send(ClientMessage message, Answer answer) {
      endpoint.answers.expect(message.getRequestId(), answer);
      endpoint.send(message.toByteArray());
    }

    @Override
    protected void stop() throws Exception {
      endpoint.closeBlocking();
    }
  }
}
