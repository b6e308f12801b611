package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Caddy, on Go's HTTP and quic-go: as a server for our clients, and before our servers. */
@Timeout(120)
class CaddyIT {
  private static final int FILE_BYTES = 300_000;

  @TempDir Path folder;
  private Tool caddy;

  @BeforeEach
  void find() {
    caddy = Tool.find("caddy", "caddy");
  }

  /** Starts it with one site on {@code port}; {@code directives} say what it answers. */
  private Process start(int port, String directives) throws IOException, InterruptedException {
    Path config =
        Files.writeString(
            folder.resolve("Caddyfile"),
            """
            {
              admin off
              auto_https off
              default_sni localhost
              storage file_system %1$s/storage
            }
            https://localhost:%2$d {
              bind 127.0.0.1
              tls %3$s %4$s
              %5$s
            }
            """
                .formatted(
                    folder,
                    port,
                    OurServer.certificatePem(folder),
                    OurServer.keyPem(folder),
                    directives));
    ProcessBuilder builder =
        new ProcessBuilder(
            caddy.program().toString(),
            "run",
            "--config",
            config.toString(),
            "--adapter",
            "caddyfile");
    builder.environment().putAll(Map.of("HOME", folder.toString()));
    Process process =
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
    Tool.awaitTcp(port, process);
    return process;
  }

  @Nested
  class AsServer {
    @RegisterExtension
    static final MatrixRow ROW =
        new MatrixRow("caddy: server")
            .not("serves HTTP only", "tcp", "tls", "quic")
            .not("echoes no WebSocket by itself", "websocket")
            .not("has no WebTransport", "webtransport");

    @ParameterizedTest
    @ValueSource(strings = {"http1", "http2", "http3"})
    void ourClientsGetAFile(String transport) throws Exception {
      Files.write(
          Files.createDirectories(folder.resolve("www")).resolve("file"),
          Payloads.bytes(FILE_BYTES).toByteArray());
      int port = Tool.freePort();
      Process process = start(port, "root * %s/www%n  file_server".formatted(folder));
      try {
        Rpc.callAll(transport, "https://localhost:%d/file".formatted(port), 50, 0, 8);
      } finally {
        Tool.stop(process);
      }
      ROW.works(transport, "50 files of 300 kB");
    }
  }

  @Nested
  class AsProxy {
    @RegisterExtension
    static final MatrixRow ROW =
        new MatrixRow("caddy: proxy before our servers")
            .not("proxies HTTP only", "tcp", "tls", "quic")
            .not("has no WebTransport", "webtransport");

    private Process before(OurServer server, int port, String versions)
        throws IOException, InterruptedException {
      return start(
          port,
          """
          reverse_proxy https://localhost:%d {
            transport http {
              tls_trusted_ca_certs %s
              tls_server_name localhost
              versions %s
            }
          }
          """
              .formatted(server.port(), OurServer.certificatePem(folder), versions));
    }

    /**
     * Our HTTP/1.1 server stands behind; HTTP/1.1, HTTP/2 and HTTP/3 before; it speaks no HTTP/3
     * behind.
     */
    @Test
    void beforeHttp1() throws Exception {
      try (OurServer server = new OurServer("http1")) {
        int port = Tool.freePort();
        Process process = before(server, port, "1.1");
        try {
          Rpc.callAll("http1", "https://localhost:%d/rpc".formatted(port), 100, 20_000, 8);
          Rpc.callAll("http2", "https://localhost:%d/rpc".formatted(port), 100, 20_000, 8);
          // No RPCs: this version's quic-go drops a body that has no content-length.
          Rpc.callAll("http3", "https://localhost:%d/bytes/20000".formatted(port), 100, 0, 8);
        } finally {
          Tool.stop(process);
        }
        assertThat(server.connectionsAccepted()).isPositive();
      }
      ROW.works("http3", "GETs of our client to it (it drops bodies without content-length)");
      ROW.works("http1", "RPCs that came by HTTP/1.1 and 2");
    }

    @Test
    void beforeHttp2() throws Exception {
      try (OurServer server = new OurServer("http2")) {
        int port = Tool.freePort();
        Process process = before(server, port, "2");
        try {
          Rpc.callAll("http2", "https://localhost:%d/rpc".formatted(port), 100, 20_000, 8);
        } finally {
          Tool.stop(process);
        }
        assertThat(server.connectionsAccepted()).isPositive();
      }
      ROW.works("http2", "RPCs that came by HTTP/2");
    }

    @Test
    void beforeAWebSocket() throws Exception {
      try (OurServer server = new OurServer("websocket")) {
        int port = Tool.freePort();
        Process process = before(server, port, "1.1");
        try {
          Rpc.callAll("websocket", "wss://localhost:%d/rpc".formatted(port), 200, 5000, 8);
          Rpc.callAll("websocket", "wss://localhost:%d/echo".formatted(port), 200, 5000, 8);
        } finally {
          Tool.stop(process);
        }
      }
      ROW.works("websocket", "RPCs and echoes through it");
    }
  }
}
