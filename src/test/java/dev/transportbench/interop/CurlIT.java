package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** curl against our HTTP servers: every route, status and way to send a body. */
@Timeout(120)
class CurlIT {
  @RegisterExtension
  static final MatrixRow ROW =
      new MatrixRow("curl: client")
          .not("speaks no protocol of ours without HTTP", "tcp", "tls", "quic")
          .not("Debian 12's is built without HTTP/3", "http3")
          .not("Debian 12's is built without WebSocket", "websocket")
          .not("has no WebTransport", "webtransport");

  @TempDir Path folder;
  private Tool curl;
  private Path certificate;

  /** What a request brought. */
  private record Got(String status, String version, String head, byte[] body) {}

  @BeforeEach
  void find() throws IOException {
    curl = Tool.find("curl", "curl");
    certificate = OurServer.certificatePem(folder);
  }

  private Got curl(String url, String... options) throws Exception {
    Path body = folder.resolve("body");
    Path head = folder.resolve("head");
    Files.deleteIfExists(body);
    List<String> args =
        new ArrayList<>(
            List.of(
                "-sS",
                "--max-time",
                "20",
                "--cacert",
                certificate.toString(),
                "-o",
                body.toString(),
                "-D",
                head.toString(),
                "-w",
                "%{http_code} %{http_version}"));
    args.addAll(List.of(options));
    args.add(url);
    Tool.Ended ended = curl.run(args.toArray(String[]::new));
    assertThat(ended.status()).as(ended.output()).isZero();
    String[] words = ended.output().split(" ");
    return new Got(
        words[0],
        words[1],
        Files.readString(head).toLowerCase(java.util.Locale.ROOT),
        Files.exists(body) ? Files.readAllBytes(body) : new byte[0]);
  }

  @ParameterizedTest
  @CsvSource({"http1, --http1.1, 1.1", "http2, --http2, 2"})
  void getsEveryRouteAndStatus(String transport, String option, String version) throws Exception {
    try (OurServer server = new OurServer(transport)) {
      Path rpc = Files.write(folder.resolve("rpc"), Rpc.request());
      Path large = Files.write(folder.resolve("large"), new byte[9 << 20]);
      Path fits = Files.write(folder.resolve("fits"), Payloads.bytes(3 << 20).toByteArray());

      Got bytes = curl(server.https("/bytes/100000?any"), option);
      assertThat(bytes.version()).isEqualTo(version);
      assertThat(bytes.status()).isEqualTo("200");
      assertThat(bytes.body()).isEqualTo(Payloads.bytes(100_000).toByteArray());

      Got message = curl(server.https("/rpc"), option, "--data-binary", "@" + rpc);
      assertThat(message.status()).isEqualTo("200");
      Rpc.checkResponse(message.body());

      // Above 1 MiB, curl asks before it sends (Expect: 100-continue).
      assertThat(curl(server.https("/echo"), option, "--data-binary", "@" + fits).body())
          .isEqualTo(Files.readAllBytes(fits));
      assertThat(curl(server.https("/echo"), option, "--data-binary", "@" + large).status())
          .isEqualTo("413");
      assertThat(
              curl(server.https("/echo"), option, "-H", "Expect:", "--data-binary", "@" + large)
                  .status())
          .isEqualTo("413");

      Got head = curl(server.https("/bytes/77"), option, "-I");
      assertThat(head.status()).isEqualTo("200");
      assertThat(curl(server.https("/nowhere"), option).status()).isEqualTo("404");
      assertThat(curl(server.https("/bytes/-1"), option).status()).isEqualTo("404");
      assertThat(curl(server.https("/nowhere"), option, "-I").status()).isEqualTo("404");
      Got notAllowed = curl(server.https("/rpc"), option);
      assertThat(notAllowed.status()).isEqualTo("405");
      assertThat(notAllowed.head()).contains("\nallow: post");
      assertThat(curl(server.https("/bytes/1"), option, "-X", "DELETE").head())
          .contains("\nallow: get, head");
      assertThat(curl(server.https("/rpc"), option, "--data-binary", "no protobuf").status())
          .isEqualTo("400");
      assertThat(curl(server.https("/rpc"), option, "--data-binary", "").status()).isEqualTo("400");
    }
    ROW.works(transport, "every route and status");
  }

  @Test
  void speaksTheOlderWaysOfHttp1() throws Exception {
    try (OurServer server = new OurServer("http1")) {
      Path fits = Files.write(folder.resolve("fits"), Payloads.bytes(300_000).toByteArray());
      String echo = server.https("/echo");

      Got chunked =
          curl(echo, "--http1.1", "-H", "Transfer-Encoding: chunked", "--data-binary", "@" + fits);
      assertThat(chunked.body()).isEqualTo(Files.readAllBytes(fits));
      assertThat(curl(server.https("/bytes/77"), "--http1.1", "-I").head())
          .contains("content-length: 77");

      Got old = curl(server.https("/bytes/5000"), "--http1.0");
      assertThat(old.body()).hasSize(5000);
      assertThat(old.head()).contains("connection: close");
      Got kept = curl(server.https("/bytes/5000"), "--http1.0", "-H", "Connection: keep-alive");
      assertThat(kept.head()).contains("connection: keep-alive");

      int before = server.connectionsAccepted();
      // Two on one connection.
      curl(server.https("/bytes/[1-2]"), "--http1.1");
      assertThat(server.connectionsAccepted()).isEqualTo(before + 1);
    }
  }
}
