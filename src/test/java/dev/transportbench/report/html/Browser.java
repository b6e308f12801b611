package dev.transportbench.report.html;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Headless Chromium with one page, driven by its DevTools protocol. */
final class Browser implements AutoCloseable, WebSocket.Listener {
  private static final long PATIENCE_SECONDS = 90;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final StringBuilder partial = new StringBuilder();

  Browser(Path folder) throws Exception {
    Path program =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .map(path -> Path.of(path, "chromium"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeTrue(program != null, "needs chromium (Debian: chromium)");
    Path profile = folder.resolve("profile");
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();
    HttpClient http = HttpClient.newHttpClient();
    socket =
        http.newWebSocketBuilder().buildAsync(page(http, profile), this).get(30, TimeUnit.SECONDS);
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  private URI page(HttpClient http, Path profile) throws Exception {
    Path ports = profile.resolve("DevToolsActivePort");
    long end = System.nanoTime() + Duration.ofSeconds(PATIENCE_SECONDS).toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      if (Files.exists(ports) && !Files.readAllLines(ports).isEmpty()) {
        String list = "http://127.0.0.1:" + Files.readAllLines(ports).get(0) + "/json/list";
        HttpRequest request = HttpRequest.newBuilder(URI.create(list)).build();
        String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        for (JsonNode target : MAPPER.readTree(body)) {
          if (target.path("type").asText().equals("page")) {
            return URI.create(target.path("webSocketDebuggerUrl").asText());
          }
        }
      }
      Thread.sleep(50);
    }
    throw new IOException("chromium shows no page to drive");
  }

  JsonNode call(String method, Map<String, ?> params) throws Exception {
    int id = ids.incrementAndGet();
    ObjectNode message = MAPPER.createObjectNode();
    message.put("id", id).put("method", method).set("params", MAPPER.valueToTree(params));
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket.sendText(message.toString(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonNode got = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (got.has("error")) {
      throw new IOException(method + ": " + got.get("error"));
    }
    return got.path("result");
  }

  /** Opens a file and waits until its scripts have run. */
  void open(Path file) throws Exception {
    events.clear();
    call("Page.navigate", Map.of("url", file.toUri().toString()));
    long end = System.nanoTime() + Duration.ofSeconds(PATIENCE_SECONDS).toNanos();
    while (events("Page.loadEventFired").isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IOException(file + " does not load");
      }
      Thread.sleep(20);
    }
  }

  /** What an expression of the page's own scripts gives. */
  JsonNode evaluate(String expression) throws Exception {
    JsonNode got =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (got.has("exceptionDetails")) {
      throw new IOException(expression + ": " + got.get("exceptionDetails"));
    }
    return got.path("result").path("value");
  }

  /** A window of this size, in this scheme. */
  void look(int width, int height, String scheme) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  List<JsonNode> events(String method) {
    return events.stream().filter(each -> each.path("method").asText().equals(method)).toList();
  }

  /** Whatever the page complained of. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    events("Runtime.exceptionThrown").forEach(each -> complaints.add(each.toString()));
    for (JsonNode each : events("Runtime.consoleAPICalled")) {
      if (!each.at("/params/type").asText().equals("log")) {
        complaints.add(each.toString());
      }
    }
    events("Log.entryAdded").forEach(each -> complaints.add(each.toString()));
    return complaints;
  }

  /** Addresses that it asked for. */
  List<String> requests() {
    return events("Network.requestWillBeSent").stream()
        .map(each -> each.at("/params/request/url").asText())
        .toList();
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      try {
        JsonNode message = MAPPER.readTree(partial.toString());
        if (message.has("id")) {
          answers.remove(message.get("id").asInt()).complete(message);
        } else {
          events.add(message);
        }
      } catch (IOException e) {
        answers.values().forEach(each -> each.completeExceptionally(e));
      }
      partial.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public void close() throws InterruptedException {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }
}
