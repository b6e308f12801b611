package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Another TLS implementation on its own: {@code openssl s_client}, fed with bytes. */
@Timeout(120)
class OpensslIT {
  @RegisterExtension
  static final MatrixRow ROW =
      new MatrixRow("openssl s_client: client")
          .not("speaks TLS only", "tcp")
          .not("speaks no HTTP/2", "http2")
          .not("speaks no WebSocket", "websocket")
          .not("OpenSSL 3.0 has no QUIC", "http3", "webtransport", "quic");

  @TempDir Path folder;

  private byte[] exchange(OurServer server, byte[] request, int answerBytes, String... more)
      throws Exception {
    Tool openssl = Tool.find("openssl", "openssl");
    List<String> args =
        new java.util.ArrayList<>(
            List.of(
                openssl.program().toString(),
                "s_client",
                "-quiet",
                "-tls1_3",
                "-verify_return_error",
                "-verify_hostname",
                "localhost",
                "-CAfile",
                OurServer.certificatePem(folder).toString(),
                "-connect",
                "127.0.0.1:" + server.port()));
    args.addAll(List.of(more));
    Process process =
        new ProcessBuilder(args).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (InputStream in = process.getInputStream();
        OutputStream out = process.getOutputStream()) {
      out.write(request);
      out.flush();
      return in.readNBytes(answerBytes);
    } finally {
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void carriesAMessageOverTls() throws Exception {
    try (OurServer server = new OurServer("tls")) {
      byte[] request = Rpc.request();
      // The response is shorter by the method's name and one more field's head.
      Rpc.checkResponse(exchange(server, request, request.length - "echo".length() - 2));
    }
    ROW.works("tls", "an RPC");
  }

  @Test
  void carriesARequestOfHttp1() throws Exception {
    try (OurServer server = new OurServer("http1")) {
      byte[] request =
          "GET /bytes/9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII);
      byte[] answer =
          exchange(
              server, request, Integer.MAX_VALUE, "-alpn", "http/1.1", "-servername", "x.test");
      assertThat(new String(answer, StandardCharsets.ISO_8859_1))
          .startsWith("HTTP/1.1 200 OK\r\n")
          .contains("content-length: 9\r\n");
    }
    ROW.works("http1", "a request by hand");
  }
}
