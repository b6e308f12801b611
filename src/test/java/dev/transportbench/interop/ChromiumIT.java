package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
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

  private final BlockingQueue<String> results = new ArrayBlockingQueue<>(2);

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
      String page =
          DenoIT.resource("chromium.html")
              .replace("CHECKS", ports + DenoIT.resource("webtransport.js"))
              .replace("DIGEST", Base64.getEncoder().encodeToString(OurServer.certificateDigest()));
      HttpServer pages = pages(page, webTransport);
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
              "http://127.0.0.1:" + pages.getAddress().getPort() + "/");
      try {
        assertThat(results.poll(90, TimeUnit.SECONDS))
            .isEqualTo(
                "http1 true\nhttp2 true\nhttp3 true\nwebsocket true\n"
                    + "50 streams in sequence\n50 in parallel\n20 without FIN\n2 MiB\n"
                    + "20 datagrams\nclosed\n5 times reconnected\nnowhere refused\nserver closes: told");
        assertThat(http3.connectionsAccepted()).as("connections of HTTP/3").isPositive();
      } finally {
        Tool.stop(browser);
        pages.stop(0);
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

  private HttpServer pages(String page, OurServer webTransport) throws IOException {
    HttpServer pages =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    pages.createContext("/", exchange -> answer(exchange, page));
    pages.createContext(
        "/close",
        exchange -> {
          try {
            webTransport.close();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          answer(exchange, "");
        });
    pages.createContext(
        "/result",
        exchange -> {
          results.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          answer(exchange, "");
        });
    pages.start();
    return pages;
  }

  private static void answer(HttpExchange exchange, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
