package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.link.Backend;
import dev.transportbench.link.NeedsLink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A path that blocks UDP, measured as a user measures it. */
class FallbackRunIT {
  private static final String STUDY =
      """
      question: What does falling back cost?
      benchmarks: [UnaryRpcBenchmark]
      params:
        transport: [fallback]
        payloadBytes: [128]
        concurrency: [1]
        impairment: [open, udp-blocked]
        backend: [tun]
      forks: 1
      warmup: {iterations: 0, time: 100ms}
      measurement: {iterations: 1, time: 500ms}
      """;

  @TempDir Path folder;

  @Test
  void theResultSaysWhatWasUsedAndWhatFindingOutCost() throws Exception {
    NeedsLink.on(Backend.TUN);
    Files.writeString(folder.resolve("mine.yaml"), STUDY);
    Process run =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Djmh.ignoreLock=true",
                    "-jar",
                    Path.of(System.getProperty("benchmarks.jar")).toAbsolutePath().toString(),
                    "run",
                    "mine.yaml",
                    "--out",
                    "out"))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    run.waitFor();

    String output = Files.readString(folder.resolve("output"));
    Path ledger = folder.resolve("out/ledger.json");
    assertThat(ledger).as(output).exists();
    for (JsonNode cell : new ObjectMapper().readTree(ledger.toFile()).at("/cells")) {
      String impairment = cell.at("/params/impairment").asText();
      if (!cell.at("/params/transport").asText().equals("fallback")) {
        continue;
      }
      boolean blocked = impairment.equals("udp-blocked");
      JsonNode terms = cell.at("/terms");
      String used = blocked ? "websocket" : "webtransport";
      assertThat(cell.at("/figures/rpc.completed/value").asLong()).as(output).isPositive();
      assertThat(cell.at("/figures/rpc.failed/value").asLong()).isZero();
      assertThat(terms.at("/client.fallback.used").asText()).isEqualTo(used);
      assertThat(terms.at("/server.fallback.used").asText()).isEqualTo(used);
      int costMillis = Integer.parseInt(terms.at("/client.fallback.cost.millis").asText());
      if (blocked) {
        // The transport's own patience, and what the loop takes to notice.
        assertThat(costMillis).isBetween(2_000, 20_000);
      } else {
        assertThat(costMillis).isZero();
      }
      // The attempt that nobody answered counts as one.
      assertThat(cell.at("/figures/connections/value").asInt()).isEqualTo(blocked ? 2 : 1);
    }
    assertThat(Files.readString(folder.resolve("out/report.md")))
        .contains("fallback.used websocket")
        .containsPattern("client\\.fallback\\.cost\\.millis 2\\d{3}");
  }
}
