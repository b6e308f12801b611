package dev.transportbench.transport.webtransport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.Pair;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A browser's own WebTransport against our server: a page runs the checks and posts the result. */
class BrowserIT {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  private final BlockingQueue<String> results = new ArrayBlockingQueue<>(2);

  @Test
  void chromiumUsesStreamsAndDatagramsAndClosesTheSession(@TempDir Path profile) throws Exception {
    assumeTrue(Files.isExecutable(CHROMIUM), "needs " + CHROMIUM);
    try (Pair pair = new Pair()) {
      RpcServer server = pair.serve(new WebTransportTransport(), Terms.standard(8));
      HttpServer pages = servePage(server.address().getPort());
      Process browser =
          new ProcessBuilder(
                  CHROMIUM.toString(),
                  "--headless",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--no-first-run",
                  "--disable-background-networking",
                  "--disable-component-update",
                  "--disable-sync",
                  "--user-data-dir=" + profile,
                  "http://127.0.0.1:" + pages.getAddress().getPort() + "/")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        assertThat(results.poll(60, TimeUnit.SECONDS))
            .isEqualTo("ready\n200 streams\n1 MiB\ndatagram datagram\nclosed\nnowhere refused");
      } finally {
        browser.descendants().forEach(ProcessHandle::destroyForcibly);
        browser.destroyForcibly().waitFor();
        pages.stop(0);
        pair.close(server);
      }
    }
  }

  private HttpServer servePage(int port) throws Exception {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    String digest =
        HexFormat.of().formatHex(sha256.digest(Pair.IDENTITY.certificate().getEncoded()));
    String page;
    try (InputStream in = getClass().getResourceAsStream("browser.html")) {
      page =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .replace("PORT", String.valueOf(port))
              .replace("DIGEST", digest);
    }
    HttpServer pages =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    pages.createContext("/", exchange -> answer(exchange, page));
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
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
