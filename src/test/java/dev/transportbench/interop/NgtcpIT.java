package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** ngtcp2 and nghttp3 on GnuTLS, in both roles. */
@Timeout(120)
class NgtcpIT {
  private static final String HTTP3_ONLY = "speaks HTTP/3 only";

  @TempDir Path folder;

  @Nested
  class Gtlsclient {
    @RegisterExtension
    static final MatrixRow ROW =
        new MatrixRow("gtlsclient: client")
            .not(HTTP3_ONLY, "tcp", "tls", "http1", "http2", "websocket", "quic")
            .not("has no WebTransport", "webtransport");

    @Test
    void getsBytes() throws Exception {
      Tool client = Tool.find("gtlsclient", "ngtcp2-client");
      try (OurServer server = new OurServer("http3")) {
        Tool.Ended ended =
            client.run(
                "--quiet",
                "--exit-on-all-streams-close",
                "--download=" + folder,
                "127.0.0.1",
                String.valueOf(server.port()),
                server.https("/bytes/300000"),
                server.https("/bytes/1"));
        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(Files.readAllBytes(folder.resolve("300000")))
            .isEqualTo(Payloads.bytes(300_000).toByteArray());
        assertThat(Files.readAllBytes(folder.resolve("1"))).hasSize(1);
      }
      ROW.works("http3", "GETs of 1 B and 300 kB");
    }
  }

  @Nested
  class Gtlsserver {
    @RegisterExtension
    static final MatrixRow ROW =
        new MatrixRow("gtlsserver: server")
            .not(HTTP3_ONLY, "tcp", "tls", "http1", "http2", "websocket", "quic")
            .not("has no WebTransport", "webtransport");

    @Test
    void ourClientGetsAFile() throws Exception {
      Tool server = Tool.find("gtlsserver", "ngtcp2-server");
      Files.write(folder.resolve("file"), Payloads.bytes(100_000).toByteArray());
      int port = Tool.freePort();
      // GnuTLS wants the public key in the file, too, which Java leaves out.
      Path key = folder.resolve("key-with-public.pem");
      Tool.Ended rewritten =
          Tool.find("openssl", "openssl")
              .run("ec", "-in", OurServer.keyPem(folder).toString(), "-out", key.toString());
      assertThat(rewritten.status()).as(rewritten.output()).isZero();
      Process process =
          server.start(
              folder.resolve("log"),
              "--quiet",
              "--htdocs=" + folder,
              "127.0.0.1",
              String.valueOf(port),
              key.toString(),
              OurServer.certificatePem(folder).toString());
      try {
        // Our client's first packets wait for it.
        Rpc.callAll("http3", "https://localhost:%d/file".formatted(port), 30, 0, 4);
      } catch (AssertionError e) {
        throw new AssertionError(Files.readString(folder.resolve("log")), e);
      } finally {
        Tool.stop(process);
      }
      ROW.works("http3", "30 files of 100 kB");
    }
  }
}
