package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Deno's WebTransport, on quinn: a stream that it closes it does not end (no FIN). */
@Timeout(120)
class DenoIT {
  @RegisterExtension
  static final MatrixRow ROW =
      new MatrixRow("Deno: client")
          .not("as a client of streams of bytes it is the JavaScript that one writes", "tcp", "tls")
          .not("not tested: curl, Chromium and the JDK's client stand for it", "http1", "http2")
          .not("fetch() has no HTTP/3", "http3")
          .not("not tested: Chromium and the JDK's client stand for it", "websocket")
          .not("its QUIC speaks to its own API, not tested", "quic");

  @TempDir Path folder;

  @Test
  void streamsWithoutAnEndAndDatagrams() throws Exception {
    Tool deno = Tool.find("deno", "none; npm: deno");
    Path script = folder.resolve("client.js");
    Files.writeString(script, resource("webtransport.js") + resource("deno.js"));
    try (OurServer server = new OurServer("webtransport")) {
      Tool.Ended ended =
          deno.run(
              "run",
              "--quiet",
              "--no-config",
              "--unstable-net",
              "--allow-net",
              script.toString(),
              String.valueOf(server.port()),
              Base64.getEncoder().encodeToString(OurServer.certificateDigest()));
      assertThat(ended.output())
          .isEqualTo(
              "50 streams in sequence\n50 in parallel\n20 without FIN\n2 MiB\n20 datagrams\n"
                  + "closed\n5 times reconnected\nnowhere refused\n");
    }
    ROW.works("webtransport", "streams without FIN, 2 MiB, datagrams, close, reconnect");
  }

  static String resource(String name) throws Exception {
    try (InputStream in = DenoIT.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
