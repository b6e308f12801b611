package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.proto.ServerMessage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.java_websocket.WebSocket;
import org.java_websocket.client.WebSocketClient;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.handshake.ServerHandshake;
import org.java_websocket.server.DefaultSSLWebSocketServerFactory;
import org.java_websocket.server.WebSocketServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The library Java-WebSocket, in both roles. */
@Timeout(120)
class JavaWebSocketIT {
  private static final String[] OTHERS = {
    "tcp", "tls", "http1", "http2", "http3", "webtransport", "quic"
  };
  private static final String WEBSOCKET_ONLY = "speaks WebSocket only";

  @Nested
  class Client {
    @RegisterExtension
    static final MatrixRow ROW =
        new MatrixRow("Java-WebSocket: client").not(WEBSOCKET_ONLY, OTHERS);

    @Test
    void callsRpcsAndGetsEchoes() throws Exception {
      try (OurServer server = new OurServer("websocket")) {
        Collector rpc = new Collector(server, "/rpc");
        for (int i = 0; i < 50; i++) {
          rpc.send(Rpc.message().toByteArray());
        }
        for (int i = 0; i < 50; i++) {
          Rpc.check(ServerMessage.parseFrom((byte[]) rpc.take()));
        }
        rpc.closeBlocking();

        Collector echo = new Collector(server, "/echo");
        byte[] large = Payloads.bytes(2 << 20).toByteArray();
        echo.send(large);
        assertThat(echo.take()).isEqualTo(large);
        echo.send("grüße");
        assertThat(echo.take()).isEqualTo("grüße");
        echo.sendPing();
        echo.closeBlocking();

        assertThat(new Collector(server, "/nowhere").isOpen()).isFalse();
      }
      ROW.works("websocket", "50 RPCs, text, 2 MiB, 404");
    }
  }

  private static final class Collector extends WebSocketClient {
    private final BlockingQueue<Object> messages = new LinkedBlockingQueue<>();

    Collector(OurServer server, String path) throws Exception {
      super(URI.create("wss://localhost:" + server.port() + path));
      setSocketFactory(OurServer.trusting().getSocketFactory());
      connectBlocking(30, TimeUnit.SECONDS);
    }

    Object take() throws InterruptedException {
      Object message = messages.poll(30, TimeUnit.SECONDS);
      assertThat(message).isNotNull();
      return message;
    }

    @Override
    public void onOpen(ServerHandshake handshake) {}

    @Override
    public void onMessage(String message) {
      messages.add(message);
    }

    @Override
    public void onMessage(ByteBuffer bytes) {
      byte[] message = new byte[bytes.remaining()];
      bytes.get(message);
      messages.add(message);
    }

    @Override
    public void onClose(int code, String reason, boolean remote) {}

    @Override
    public void onError(Exception e) {}
  }

  @Nested
  class Server {
    @RegisterExtension
    static final MatrixRow ROW =
        new MatrixRow("Java-WebSocket: server").not(WEBSOCKET_ONLY, OTHERS);

    @Test
    void ourClientGetsItsEchoes() throws Exception {
      Echo server = new Echo();
      server.start();
      assertThat(server.started.await(30, TimeUnit.SECONDS)).isTrue();
      try {
        String url = "wss://localhost:%d/any?path".formatted(server.getPort());
        Rpc.callAll("websocket", url, 200, 1000, 16);
        Rpc.callAll("websocket", url, 5, 2 << 20, 1);
      } finally {
        server.stop(1000);
      }
      ROW.works("websocket", "200 echoes, 2 MiB");
    }
  }

  private static final class Echo extends WebSocketServer {
    private final CountDownLatch started = new CountDownLatch(1);

    Echo() throws Exception {
      super(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      char[] password = {};
      store.setKeyEntry(
          "server",
          OurServer.IDENTITY.key(),
          password,
          new java.security.cert.Certificate[] {OurServer.IDENTITY.certificate()});
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      setWebSocketFactory(new DefaultSSLWebSocketServerFactory(context));
      setReuseAddr(true);
    }

    @Override
    public void onStart() {
      started.countDown();
    }

    @Override
    public void onOpen(WebSocket socket, ClientHandshake handshake) {}

    @Override
    public void onMessage(WebSocket socket, String message) {
      socket.send(message);
    }

    @Override
    public void onMessage(WebSocket socket, ByteBuffer message) {
      socket.send(message);
    }

    @Override
    public void onClose(WebSocket socket, int code, String reason, boolean remote) {}

    @Override
    public void onError(WebSocket socket, Exception e) {}
  }
}
