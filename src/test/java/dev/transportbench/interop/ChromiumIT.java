package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A browser: a page calls our servers in every way that it can, and posts what it saw. */
@Timeout(180)
class ChromiumIT {
  @RegisterExtension
  static final MatrixRow ROW =
      new MatrixRow("Chromium: client").not("a page has no plain sockets", "tcp", "tls", "quic");

  @Test
  void everythingThatAPageCanSpeak(@TempDir Path profile) throws Exception {
    Tool chromium = Tool.find("chromium", "chromium");
    OurServer webTransport = new OurServer("webtransport");
    try (OurServer http1 = new OurServer("http1");
        OurServer http2 = new OurServer("http2");
        OurServer http3 = new OurServer("http3");
        OurServer webSocket = new OurServer("websocket")) {
      String ports =
          "const PORTS = {http: {http1: %d, http2: %d, http3: %d}, websocket: %d, webtransport: %d};"
              .formatted(
                  http1.port(), http2.port(), http3.port(), webSocket.port(), webTransport.port());
      BrowserPage page = new BrowserPage(ports, webTransport);
      Process browser =
          chromium.start(
              profile.resolve("log"),
              "--headless",
              "--no-sandbox",
              "--disable-gpu",
              "--no-first-run",
              "--disable-background-networking",
              "--disable-component-update",
              "--disable-sync",
              // The page comes from another origin than the servers, which know nothing of that.
              "--disable-web-security",
              "--ignore-certificate-errors-spki-list=" + OurServer.keyDigest(),
              "--origin-to-force-quic-on=127.0.0.1:" + http3.port(),
              "--user-data-dir=" + profile.resolve("profile"),
              page.url());
      try {
        assertThat(page.result())
            .isEqualTo("http1 true\nhttp2 true\nhttp3 true\n" + BrowserPage.SEEN);
        assertThat(http3.connectionsAccepted()).as("connections of HTTP/3").isPositive();
      } finally {
        Tool.stop(browser);
        page.close();
      }
    }
    ROW.works("http1", "GET, POST, 30 requests at a time");
    ROW.works("http2", "GET, POST, 30 requests at a time");
    ROW.works("http3", "GET, POST, 30 requests at a time");
    ROW.works("websocket", "text, 2 MiB");
    ROW.works(
        "webtransport",
        "streams in sequence and in parallel, 2 MiB, datagrams, close by either side, reconnect");
  }
}
