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
  static final MatrixRow ROW = new MatrixRow("Deno: client").not("fetch() has no HTTP/3", "http3");

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

  /** Plain sockets, TLS, QUIC, fetch() and WebSocket, each in the way of our wire contract. */
  @Test
  void everyOtherProtocol() throws Exception {
    Tool deno = Tool.find("deno", "none; npm: deno");
    Path script = Files.writeString(folder.resolve("others.js"), resource("deno-others.js"));
    try (OurServer tcp = new OurServer("tcp");
        OurServer tls = new OurServer("tls");
        OurServer http1 = new OurServer("http1");
        OurServer http2 = new OurServer("http2");
        OurServer webSocket = new OurServer("websocket");
        OurServer quic = new OurServer("quic")) {
      String ports =
          "{\"tcp\":%d,\"tls\":%d,\"http1\":%d,\"http2\":%d,\"websocket\":%d,\"quic\":%d}"
              .formatted(
                  tcp.port(),
                  tls.port(),
                  http1.port(),
                  http2.port(),
                  webSocket.port(),
                  quic.port());
      Tool.Ended ended =
          deno.run(
              "run",
              "--quiet",
              "--no-config",
              "--unstable-net",
              "--allow-net",
              // Its rustls takes no certificate that signed itself, not even as a root.
              "--unsafely-ignore-certificate-errors=localhost",
              script.toString(),
              ports,
              Base64.getEncoder().encodeToString(Rpc.request()),
              Base64.getEncoder().encodeToString(OurServer.certificateDigest()));
      for (String transport : new String[] {"tcp", "tls", "http1", "http2", "websocket", "quic"}) {
        String answer =
            ended
                .output()
                .lines()
                .filter(line -> line.startsWith(transport + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(transport + ": " + ended.output()));
        Rpc.checkResponse(Base64.getDecoder().decode(answer.substring(transport.length() + 1)));
        ROW.works(transport, "an RPC");
      }
    }
  }

  static String resource(String name) throws Exception {
    try (InputStream in = DenoIT.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
