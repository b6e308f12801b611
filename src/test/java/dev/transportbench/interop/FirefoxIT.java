package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Another browser, another QUIC: neqo. */
@Timeout(180)
class FirefoxIT {
  @RegisterExtension
  static final MatrixRow ROW =
      new MatrixRow("Firefox: client")
          .not("a page has no plain sockets", "tcp", "tls", "quic")
          .not("it keeps a page from answers of another origin", "http1", "http2", "http3");

  @Test
  void socketsAndSessions(@TempDir Path profile) throws Exception {
    Tool firefox = Tool.find("firefox-esr", "firefox-esr");
    OurServer webTransport = new OurServer("webtransport");
    try (OurServer webSocket = new OurServer("websocket");
        BrowserPage page =
            new BrowserPage(
                "const PORTS = {http: {}, websocket: %d, webtransport: %d};"
                    .formatted(webSocket.port(), webTransport.port()),
                webTransport)) {
      // Its own form of an exception that a person made: SHA-256 of the certificate.
      Files.writeString(
          profile.resolve("cert_override.txt"),
          "127.0.0.1:%d:\tOID.2.16.840.1.101.3.4.2.1\t%s\t%n"
              .formatted(
                  webSocket.port(),
                  HexFormat.ofDelimiter(":")
                      .formatHex(OurServer.certificateDigest())
                      .toUpperCase(Locale.ROOT)));
      Process browser =
          firefox.start(
              profile.resolve("log"),
              "--headless",
              "--no-remote",
              "--profile",
              profile.toString(),
              page.url());
      try {
        assertThat(page.result()).isEqualTo(BrowserPage.SEEN);
      } finally {
        Tool.stop(browser);
      }
    }
    ROW.works("websocket", "text, 2 MiB");
    ROW.works(
        "webtransport",
        "streams in sequence and in parallel, 2 MiB, datagrams, close by either side, reconnect");
  }
}
