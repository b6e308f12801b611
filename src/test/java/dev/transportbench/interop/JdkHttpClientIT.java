package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JDK's own client. */
@Timeout(120)
class JdkHttpClientIT {
  @RegisterExtension
  static final MatrixRow ROW =
      new MatrixRow("JDK HttpClient: client")
          .not("speaks HTTP and WebSocket only", "tcp", "tls", "quic")
          .not("has no HTTP/3 before JDK 26", "http3")
          .not("has no WebTransport", "webtransport");

  @ParameterizedTest
  @CsvSource({"http1, HTTP_1_1", "http2, HTTP_2"})
  void manyRequestsAtATime(String transport, Version version) throws Exception {
    HttpClient client =
        HttpClient.newBuilder()
            .version(version)
            .sslContext(OurServer.trusting())
            .connectTimeout(Duration.ofSeconds(20))
            .build();
    try (OurServer server = new OurServer(transport)) {
      byte[] rpc = Rpc.request();
      List<CompletableFuture<HttpResponse<byte[]>>> responses = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        responses.add(
            client.sendAsync(
                HttpRequest.newBuilder(URI.create(server.https("/rpc")))
                    .POST(BodyPublishers.ofByteArray(rpc))
                    .build(),
                BodyHandlers.ofByteArray()));
      }
      for (CompletableFuture<HttpResponse<byte[]>> response : responses) {
        HttpResponse<byte[]> got = response.get(30, TimeUnit.SECONDS);
        assertThat(got.version()).isEqualTo(version);
        assertThat(got.statusCode()).isEqualTo(200);
        Rpc.checkResponse(got.body());
      }
      byte[] large = Payloads.bytes(2 << 20).toByteArray();
      HttpRequest echo =
          HttpRequest.newBuilder(URI.create(server.https("/echo")))
              .POST(BodyPublishers.ofByteArray(large))
              .build();
      assertThat(client.send(echo, BodyHandlers.ofByteArray()).body()).isEqualTo(large);
    }
    ROW.works(transport, "50 RPCs at a time, 2 MiB");
  }

  @Test
  void aWebSocketGetsItsMessagesBack() throws Exception {
    try (OurServer server = new OurServer("websocket")) {
      CompletableFuture<byte[]> binary = new CompletableFuture<>();
      CompletableFuture<String> text = new CompletableFuture<>();
      CompletableFuture<Integer> closed = new CompletableFuture<>();
      WebSocket socket =
          HttpClient.newBuilder()
              .sslContext(OurServer.trusting())
              .build()
              .newWebSocketBuilder()
              .buildAsync(
                  URI.create("wss://localhost:" + server.port() + "/echo"),
                  new Collect(binary, text, closed))
              .get(30, TimeUnit.SECONDS);
      byte[] payload = Payloads.bytes(2 << 20).toByteArray();
      // In three fragments, each of which comes back as one.
      socket.sendBinary(ByteBuffer.wrap(payload, 0, 1), false).get(30, TimeUnit.SECONDS);
      socket.sendBinary(ByteBuffer.wrap(payload, 1, 99_999), false).get(30, TimeUnit.SECONDS);
      socket
          .sendBinary(ByteBuffer.wrap(payload, 100_000, payload.length - 100_000), true)
          .get(30, TimeUnit.SECONDS);
      assertThat(binary.get(30, TimeUnit.SECONDS)).isEqualTo(payload);
      socket.sendText("grüße", true).get(30, TimeUnit.SECONDS);
      assertThat(text.get(30, TimeUnit.SECONDS)).isEqualTo("grüße");
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(30, TimeUnit.SECONDS);
      assertThat(closed.get(30, TimeUnit.SECONDS)).isEqualTo(WebSocket.NORMAL_CLOSURE);
    }
    ROW.works("websocket", "fragments, text, 2 MiB, close");
  }

  private static final class Collect implements WebSocket.Listener {
    private final CompletableFuture<byte[]> binary;
    private final CompletableFuture<String> text;
    private final CompletableFuture<Integer> closed;
    private final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();

    Collect(
        CompletableFuture<byte[]> binary,
        CompletableFuture<String> text,
        CompletableFuture<Integer> closed) {
      this.binary = binary;
      this.text = text;
      this.closed = closed;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      byte[] part = new byte[data.remaining()];
      data.get(part);
      bytes.writeBytes(part);
      if (last) {
        binary.complete(bytes.toByteArray());
      }
      socket.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      text.complete(data.toString());
      socket.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int statusCode, String reason) {
      closed.complete(statusCode);
      return null;
    }
  }
}
