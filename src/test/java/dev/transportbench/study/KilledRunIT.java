package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkSupport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL in the middle of a run: nothing stays behind, and the run can be resumed. */
@Timeout(180)
class KilledRunIT {
  private static final Duration GONE_WITHIN = Duration.ofSeconds(5);
  private static final Duration UP_WITHIN = Duration.ofSeconds(60);
  private static final String FORK = "ForkedMain";
  private static final String EMULATOR = "EmulatorMain";

  @TempDir Path folder;
  private Path study;
  private Path out;
  private Process run;

  @BeforeEach
  void needsTunAndTheJar() throws IOException {
    LinkSupport.whyNot(Backend.TUN).ifPresent(why -> assumeTrue(false, why));
    study = folder.resolve("long.yaml");
    out = folder.resolve("out");
    Files.writeString(
        study,
        """
        question: is anything left behind
        benchmarks: [UnaryRpcBenchmark]
        params:
          transport: [tcp]
          payloadBytes: [1024]
          concurrency: [1]
          impairment: [open]
        forks: 1
        warmup: {iterations: 1, time: 1s}
        measurement: {iterations: 2, time: 4s}
        """);
  }

  @AfterEach
  void endWhatIsLeft() {
    if (run != null) {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly();
    }
  }

  private void startRun(String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Another JMH on the machine is none of this test's business.
                "-Djmh.ignoreLock=true",
                "-jar",
                System.getProperty("benchmarks.jar"),
                "run",
                study.toString(),
                "--out",
                out.toString()));
    command.addAll(List.of(more));
    run =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("run.log").toFile())
            .start();
  }

  private ProcessHandle awaitChild(String mainClass) {
    List<ProcessHandle> found = new ArrayList<>();
    await(
        UP_WITHIN,
        mainClass + " did not start",
        () -> {
          run.descendants().filter(child -> isRunning(child, mainClass)).forEach(found::add);
          return !found.isEmpty();
        });
    return found.get(0);
  }

  private static boolean isRunning(ProcessHandle process, String mainClass) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).contains(mainClass);
    } catch (IOException e) {
      return false;
    }
  }

  private static void await(Duration limit, String otherwise, BooleanSupplier condition) {
    Instant end = Instant.now().plus(limit);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as(otherwise).isBefore(end);
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static void awaitGone(ProcessHandle... processes) {
    await(
        GONE_WITHIN,
        "a process outlived the kill by 5 s",
        () -> {
          for (ProcessHandle process : processes) {
            if (process.isAlive()) {
              return false;
            }
          }
          return true;
        });
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("run.log"));
  }

  @Test
  void ofTheParentEndsForkAndEmulatorAndTheRunResumes() throws Exception {
    startRun();
    ProcessHandle fork = awaitChild(FORK);
    ProcessHandle emulator = awaitChild(EMULATOR);
    run.destroyForcibly();
    run.waitFor();
    awaitGone(fork, emulator);

    startRun("--resume");
    assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).as(log()).isZero();
    assertEveryCellOnceAndOk();
  }

  @Test
  void ofTheForkEndsTheEmulatorAndFailsItsCellOnly() throws Exception {
    startRun();
    // The emulator belongs to the impaired cell's fork, whichever order the seed drew.
    ProcessHandle emulator = awaitChild(EMULATOR);
    ProcessHandle fork = emulator.parent().orElseThrow();
    fork.destroyForcibly();
    awaitGone(fork, emulator);

    assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).as(log()).isEqualTo(1);
    JsonNode cells = new ObjectMapper().readTree(out.resolve("ledger.json").toFile()).get("cells");
    assertThat(cells).hasSize(2);
    for (JsonNode cell : cells) {
      boolean killed = cell.get("params").get("transport").asText().equals("tcp");
      assertThat(cell.get("status").asText()).isEqualTo(killed ? "failed" : "ok");
      assertThat(cell.path("why").asText().isEmpty()).isEqualTo(!killed);
    }
  }

  @Test
  @Tag("slow")
  @Timeout(600)
  void atTenRandomMomentsEveryCellIsThereOnceAndWhole() throws Exception {
    killAtRandomMoments(10);
  }

  /** Two cells of two forks of two iterations, begun anew after each SIGKILL. */
  private void killAtRandomMoments(int kills) throws Exception {
    Files.writeString(
        study,
        """
        question: is anything lost, doubled or half-measured
        benchmarks: [UnaryRpcBenchmark]
        params:
          transport: ['null']
          payloadBytes: [128]
          concurrency: [1]
          impairment: [clean]
        forks: 2
        measurement: {iterations: 2, time: 300ms}
        """);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int kill = 0; kill < kills; kill++) {
      startRun("--resume");
      // From before there is a journal to the end of a fork.
      boolean ended = run.waitFor(500 + random.nextInt(6000), TimeUnit.MILLISECONDS);
      List<ProcessHandle> offspring = run.descendants().toList();
      run.destroyForcibly();
      run.waitFor();
      awaitGone(offspring.toArray(ProcessHandle[]::new));
      if (ended) {
        break;
      }
    }
    startRun("--resume");
    assertThat(run.waitFor(300, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).as("seed %d: %s", seed, log()).isZero();

    JsonNode ledger = new ObjectMapper().readTree(out.resolve("ledger.json").toFile());
    List<String> keys = new ArrayList<>();
    for (JsonNode cell : ledger.get("cells")) {
      keys.add(cell.get("key").asText());
      assertThat(cell.get("status").asText()).isEqualTo("ok");
      assertThat(cell.get("forks").asInt()).isEqualTo(2);
    }
    assertThat(keys).as("seed %d", seed).hasSize(2).doesNotHaveDuplicates();
    JsonNode jmh = new ObjectMapper().readTree(out.resolve("jmh.json").toFile());
    assertThat(jmh).hasSize(2);
    for (JsonNode cell : jmh) {
      assertThat(cell.at("/primaryMetric/rawData")).hasSize(2);
      for (JsonNode fork : cell.at("/primaryMetric/rawData")) {
        assertThat(fork).as("seed %d: iterations of a fork", seed).hasSize(2);
      }
    }
    // No fork was run again that had ended.
    List<String> ended = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve("journal.jsonl"))) {
      JsonNode entry = new ObjectMapper().readTree(line);
      if (entry.has("cell")) {
        ended.add(entry.get("cell").asText() + entry.get("fork") + entry.get("attempt"));
      }
    }
    assertThat(ended).as("seed %d", seed).hasSizeGreaterThanOrEqualTo(4).doesNotHaveDuplicates();
  }

  private void assertEveryCellOnceAndOk() throws IOException {
    JsonNode cells = new ObjectMapper().readTree(out.resolve("ledger.json").toFile()).get("cells");
    List<String> transports = new ArrayList<>();
    for (JsonNode cell : cells) {
      transports.add(cell.get("params").get("transport").asText());
      assertThat(cell.get("status").asText()).isEqualTo("ok");
      assertThat(cell.get("forks").asInt()).isEqualTo(1);
    }
    assertThat(transports).containsExactlyInAnyOrder("tcp", "null-20us");
    JsonNode jmh = new ObjectMapper().readTree(out.resolve("jmh.json").toFile());
    assertThat(jmh).hasSize(2);
  }
}
