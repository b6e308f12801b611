package dev.transportbench.interop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** A page for a browser that calls our servers and posts what it saw. */
final class BrowserPage implements AutoCloseable {
  /** What a browser posts, each request over HTTP aside, when all works. */
  static final String SEEN =
      "websocket true\n50 streams in sequence\n50 in parallel\n20 without FIN\n2 MiB\n"
          + "20 datagrams\nclosed\n5 times reconnected\nnowhere refused\nserver closes: told";

  private final BlockingQueue<String> results = new ArrayBlockingQueue<>(2);
  private final HttpServer pages;

  /**
   * @param ports script that declares {@code PORTS}
   * @param webTransport is closed when the page asks for it
   */
  BrowserPage(String ports, OurServer webTransport) throws Exception {
    String page =
        DenoIT.resource("browser.html")
            .replace("CHECKS", ports + DenoIT.resource("webtransport.js"))
            .replace("DIGEST", Base64.getEncoder().encodeToString(OurServer.certificateDigest()));
    pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
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
  }

  String url() {
    return "http://127.0.0.1:" + pages.getAddress().getPort() + "/";
  }

  /** What the page posted; null when it does not. */
  String result() throws InterruptedException {
    return results.poll(90, TimeUnit.SECONDS);
  }

  private static void answer(HttpExchange exchange, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    pages.stop(0);
  }
}
