package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Autobahn suite's client, in Jython, against the echo of our WebSocket server: all its cases
 * but those of load (9) and of compression (12, 13), which we do not negotiate. It speaks no TLS
 * there, so a relay does.
 */
@Tag("slow")
@Timeout(600)
class AutobahnIT {
  private static final Path PEERS = Path.of("target", "peers").toAbsolutePath();
  private static final Path JYTHON = PEERS.resolve("jython-standalone-2.7.4.jar");
  private static final Path SUITE = PEERS.resolve("autobahntestsuite-maven-plugin-0.1.4.jar");
  private static final int CASES = 251;
  private static final Set<String> GOOD = Set.of("OK", "INFORMATIONAL");

  /** Text that stops being UTF-8 in the middle of a frame: refused when the frame is whole. */
  private static final Set<String> LATE = Set.of("6.4.3", "6.4.4");

  /** Close codes 1012 to 1014 were none when the suite was written; they are registered by now. */
  private static final Set<String> CODES_OF_TODAY = Set.of("7.9.6", "7.9.7", "7.9.8");

  @RegisterExtension
  static final MatrixRow ROW =
      new MatrixRow("Autobahn: client")
          .not(
              "speaks WebSocket only",
              "tcp",
              "tls",
              "http1",
              "http2",
              "http3",
              "webtransport",
              "quic");

  @TempDir Path folder;

  @Test
  void findsNothingWrong() throws Exception {
    assumeTrue(
        Files.exists(JYTHON) && Files.exists(SUITE),
        "needs " + JYTHON + " and " + SUITE + ": docs/interop.md says how");
    try (OurServer server = new OurServer("websocket");
        ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      daemon(() -> relay(plain, server.port()));
      Files.writeString(
          folder.resolve("spec.json"),
          """
          {"outdir": "%s/report",
           "servers": [{"agent": "ours", "url": "ws://127.0.0.1:%d/echo", "options": {"version": 18}}],
           "cases": ["*"], "exclude-cases": ["9.*", "12.*", "13.*"], "exclude-agent-cases": {}}
          """
              .formatted(folder, plain.getLocalPort()));
      Files.writeString(
          folder.resolve("run.py"),
          """
          import sys
          sys.argv = ['wstest', '-m', 'fuzzingclient', '-s', 'spec.json']
          from autobahntestsuite import wstest
          wstest.run()
          """);
      Process suite =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  JYTHON + File.pathSeparator + SUITE,
                  "org.python.util.jython",
                  "run.py")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
      try {
        assertThat(suite.waitFor(9, TimeUnit.MINUTES)).isTrue();
      } finally {
        Tool.stop(suite);
      }
    }
    Map<String, String> wrong = new TreeMap<>();
    JsonNode cases =
        new ObjectMapper().readTree(folder.resolve("report/index.json").toFile()).get("ours");
    for (Map.Entry<String, JsonNode> one : cases.properties()) {
      String behavior = one.getValue().get("behavior").textValue();
      String close = one.getValue().get("behaviorClose").textValue();
      boolean late = LATE.contains(one.getKey()) && behavior.equals("NON-STRICT");
      if (!CODES_OF_TODAY.contains(one.getKey())
          && !(GOOD.contains(close) && (GOOD.contains(behavior) || late))) {
        wrong.put(one.getKey(), behavior + ", close " + close);
      }
    }
    assertThat(cases.size()).isEqualTo(CASES);
    assertThat(wrong).isEmpty();
    ROW.works(
        "websocket", "246 of its 251 cases; two less strictly, three ask for older close codes");
  }

  private interface Task {
    void run() throws Exception;
  }

  private static void daemon(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (Exception e) {
                // The other side hung up, or the test is over: the suite tells what it saw.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static void relay(ServerSocket plain, int port) throws Exception {
    while (true) {
      Socket client = plain.accept();
      Socket server =
          OurServer.trusting()
              .getSocketFactory()
              .createSocket(InetAddress.getLoopbackAddress(), port);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      daemon(() -> pass(client, server));
      daemon(() -> pass(server, client));
    }
  }

  private static void pass(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      byte[] bytes = new byte[1 << 16];
      int count = from.getInputStream().read(bytes);
      while (count > 0) {
        to.getOutputStream().write(bytes, 0, count);
        count = from.getInputStream().read(bytes);
      }
    }
  }
}
