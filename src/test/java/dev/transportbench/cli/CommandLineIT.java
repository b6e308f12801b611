package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jar as a user runs it. */
class CommandLineIT {
  private static final String STUDY =
      """
      question: Does the jar work?
      benchmarks: [UnaryRpcBenchmark]
      params: {transport: ['null'], concurrency: [1]}
      forks: 2
      warmup: {iterations: 1, time: 100ms}
      measurement: {iterations: 2, time: 500ms}
      """;

  @TempDir Path folder;

  private record Ended(int status, String out, String err) {}

  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Another benchmark on this machine, under test too, is no reason to fail.
    command.add("-Djmh.ignoreLock=true");
    command.add("-jar");
    command.add(Path.of(System.getProperty("benchmarks.jar")).toAbsolutePath().toString());
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(folder.resolve("stdout").toFile())
        .redirectError(folder.resolve("stderr").toFile())
        .start();
  }

  private Ended run(String... args) throws Exception {
    Process process = start(args);
    int status = process.waitFor();
    return new Ended(
        status,
        Files.readString(folder.resolve("stdout")),
        Files.readString(folder.resolve("stderr")));
  }

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  @Test
  void jmhsOwnOptionsWork() throws Exception {
    assertThat(run("-l").out()).contains("dev.transportbench.benchmark.UnaryRpcBenchmark.call");
    assertThat(run("-lp").out()).contains("param \"transport\"");
    assertThat(run("-h").out()).contains("Usage: java -jar ... [regexp*] [options]");
    assertThat(run("-lrf").out()).contains("json");
    assertThat(run("-lprof").status()).isZero();
  }

  @Test
  @Timeout(120)
  void aPlainJmhRunPublishesOurFiguresAndWritesNoRecord() throws Exception {
    Ended ended =
        run(
            "UnaryRpcBenchmark",
            "-p",
            "transport=null",
            "-f",
            "1",
            "-wi",
            "0",
            "-i",
            "1",
            "-r",
            "500ms",
            "-prof",
            "ledger",
            "-rf",
            "json",
            "-rff",
            "plain.json");

    assertThat(ended.status()).isZero();
    JsonNode metrics = json(folder.resolve("plain.json")).at("/0/secondaryMetrics");
    assertThat(metrics.has("cpu.process")).isTrue();
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("stdout", "stderr", "plain.json");
    }
  }

  @Test
  @Timeout(240)
  void aStudyStoppedInTheMiddleIsResumedAndReported() throws Exception {
    Files.writeString(folder.resolve("mine.yaml"), STUDY);
    Path out = folder.resolve("out");
    Path journal = out.resolve("journal.jsonl");

    Process first = start("run", "mine.yaml", "--out", "out");
    while (!(Files.exists(journal) && Files.readAllLines(journal).size() >= 2)) {
      assertThat(first.isAlive()).as(Files.readString(folder.resolve("stderr"))).isTrue();
      Thread.sleep(50);
    }
    Thread.sleep(1500);
    first.destroy();
    assertThat(first.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(folder.resolve("stdout"))).contains("--resume goes on");
    assertThat(out.resolve("ledger.json")).doesNotExist();

    assertThat(run("run", "mine.yaml", "--out", "out").status()).isEqualTo(2);
    Ended resumed = run("run", "mine.yaml", "--out", "out", "--resume");

    assertThat(resumed.out()).contains("forks have ended before; going on");
    JsonNode ledger = json(out.resolve("ledger.json"));
    assertThat(ledger.at("/cells")).hasSize(2);
    for (JsonNode cell : ledger.at("/cells")) {
      assertThat(cell.at("/forks").intValue()).isEqualTo(2);
      assertThat(cell.at("/figures/latency.p50/value").isNumber()).isTrue();
    }
    assertThat(Files.readAllLines(journal)).hasSize(1 + 4);
    assertThat(Files.readString(out.resolve("ledger.json")))
        .doesNotContain(folder.toString())
        .doesNotContain(System.getProperty("java.home"));
    String report = Files.readString(out.resolve("report.md"));
    Files.delete(out.resolve("report.md"));

    assertThat(run("report", "out").status()).isZero();
    assertThat(Files.readString(out.resolve("report.md"))).isEqualTo(report);
    JsonNode jmh = json(out.resolve("jmh.json"));
    for (JsonNode cell : jmh) {
      assertThat(cell.at("/forks").intValue()).isEqualTo(2);
      assertThat(cell.at("/primaryMetric/rawData")).hasSize(2);
      assertThat(cell.at("/primaryMetric/rawData/0")).hasSize(2);
    }
  }

  @Test
  void withoutOutTheResultsGoUnderTargetAndLatestPointsThere() throws Exception {
    Files.writeString(
        folder.resolve("mine.yaml"),
        STUDY.replace("forks: 2", "forks: 1").replace("500ms", "200ms"));

    run("run", "mine.yaml");

    Path latest = folder.resolve("target/bench/mine/latest");
    assertThat(latest).isSymbolicLink();
    assertThat(Files.readSymbolicLink(latest).toString()).matches("\\d{8}T\\d{6}Z");
    assertThat(latest.resolve("report.md")).exists();
  }

  @Test
  void aDryRunShowsThePlanAndWritesNothing() throws Exception {
    Ended ended = run("run", "quick", "--dry-run");

    assertThat(ended.status()).isZero();
    assertThat(ended.out()).contains("31 cells × 2 forks = 62 runs").contains("  62. ");
    assertThat(folder.resolve("target")).doesNotExist();
  }
}
