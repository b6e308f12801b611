package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.ledger.LedgerSchema;
import dev.transportbench.link.Backend;
import dev.transportbench.study.StudyRun.Resume;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyRunTest {
  private static final Build BUILD = new Build("1", "c0ffee", false, "1234");

  @TempDir Path parent;
  private RunFolder folder;
  private final FakeInventory inventory = new FakeInventory();
  private final FakeForks forks = new FakeForks();
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  @BeforeEach
  void folderThatIsNotThereYet() {
    folder = RunFolder.at(parent.resolve("out"));
  }

  private Plan plan(long seed) {
    return plan(seed, "");
  }

  private Plan plan(long seed, String params) {
    String text =
        """
        question: q
        benchmarks: [UnaryRpcBenchmark]
        params: {%stransport: [tcp, quic], concurrency: [1, 32]}
        forks: 2
        measurement: {iterations: 2, time: 1s}
        """
            .formatted(params);
    return new Planner(inventory).plan(StudyFile.read("mine", "mine.yaml", text), seed);
  }

  private StudyRun run(Plan plan, Build build) {
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    return new StudyRun(
        plan,
        folder,
        forks,
        new ProgressLog(out, false),
        build,
        inventory.transports(),
        List.of("run", "mine", "--out=/home/someone/out"),
        () -> () -> forks.noise);
  }

  private Ledger run(boolean resume) {
    return run(plan(1), BUILD).run(resume ? Resume.YES : Resume.NO);
  }

  @Test
  void everyForkRunsOnceAndTheFolderHoldsTheResult() throws IOException {
    Ledger ledger = run(false);

    assertThat(forks.ran).hasSize(10).doesNotHaveDuplicates();
    assertThat(ledger.cells()).extracting(CellRecord::status).containsOnly(Status.ok);
    assertThat(ledger.cells()).extracting(CellRecord::forks).containsOnly(2);
    assertThat(LedgerJson.read(folder.ledger(), Ledger.class).cells()).hasSize(5);
    assertThat(LedgerSchema.problems(folder.ledger())).isEmpty();
    JsonNode jmh = new ObjectMapper().readTree(folder.jmh().toFile());
    assertThat(jmh).hasSize(5);
    assertThat(jmh.at("/0/primaryMetric/rawData").toString()).isEqualTo("[[1.0],[2.0]]");
    for (CellRecord cell : ledger.cells()) {
      String slug = CellKey.slug(cell.benchmark(), cell.params(), cell.mode());
      assertThat(folder.latency().resolve(slug + ".hlog")).exists();
    }
    assertThat(ledger.environment().get("commandLine")).isEqualTo("run mine --out=…/out");
    assertThat(told.toString(StandardCharsets.UTF_8)).contains("[10/10, 0:00 left]");
    try (var files = Files.walk(folder.root())) {
      assertThat(files.filter(file -> file.toString().endsWith(".partial"))).isEmpty();
    }
  }

  @Test
  void aBenchmarkWithoutTransportsReachesTheLedger() throws IOException {
    inventory.others.put("x.CodecBenchmark.message", Map.of("codec", List.of("length", "tls")));
    String text =
        "{question: q, benchmarks: [CodecBenchmark], forks: 2, profile: layers,"
            + " measurement: {iterations: 1, time: 1s}}";
    Plan plan = new Planner(inventory).plan(StudyFile.read("mine", "mine.yaml", text), 1);

    Ledger ledger = run(plan, BUILD).run(Resume.NO);

    // No profile: it sends no RPC.
    assertThat(forks.ran).hasSize(2 * 3);
    assertThat(ledger.cells())
        .filteredOn(cell -> cell.params().containsKey("codec"))
        .hasSize(2)
        .allSatisfy(
            cell -> {
              assertThat(cell.status()).isEqualTo(Status.ok);
              assertThat(cell.figures().get("score").value()).isEqualTo(7);
              assertThat(cell.figures().get("latency.p50").value()).isNull();
            });
    assertThat(LedgerSchema.problems(folder.ledger())).isEmpty();
  }

  @Test
  void aProfiledForkThatFailsSpoilsNoCell() {
    forks.failProfiles = true;
    Plan plan = plan(1);
    Plan profiled = new Planner(inventory).plan(plan.study().with(Profiling.LAYERS), 1);

    Ledger ledger = run(profiled, BUILD).run(Resume.NO);

    assertThat(ledger.cells()).extracting(CellRecord::status).containsOnly(Status.ok);
    assertThat(ledger.cells()).extracting(CellRecord::forks).containsOnly(2);
    assertThat(ledger.cells())
        .filteredOn(cell -> !KnownAnswer.is(cell.params()))
        .allSatisfy(
            cell ->
                assertThat(cell.profile().notAvailable())
                    .isEqualTo("the profiled fork failed: no profile"));
  }

  @Test
  void killedAtAnyMomentAndResumedNothingIsLostAndNothingRunsTwice() throws IOException {
    Random random = new Random(5);
    int kills = 0;
    Ledger ledger = null;
    while (ledger == null) {
      forks.killAfter = random.nextInt(4);
      forks.leaveDebris = random.nextBoolean();
      try {
        ledger = run(kills > 0);
      } catch (FakeForks.Killed e) {
        kills++;
        tearLastLine(random);
      }
    }

    assertThat(kills).isGreaterThan(2);
    assertThat(ledger.cells()).extracting(CellRecord::key).doesNotHaveDuplicates().hasSize(5);
    assertThat(ledger.cells()).extracting(CellRecord::status).containsOnly(Status.ok);
    assertThat(ledger.cells()).extracting(CellRecord::forks).containsOnly(2);
    assertThat(forks.finished).hasSize(10).doesNotHaveDuplicates();
    assertThat(Files.readAllLines(folder.journal())).hasSize(1 + 10);
  }

  /** What a crash in the middle of a write leaves. */
  private void tearLastLine(Random random) throws IOException {
    Files.writeString(
        folder.journal(),
        "{\"cell\":\"x".substring(0, random.nextInt(10)),
        java.nio.file.StandardOpenOption.APPEND);
  }

  @Test
  void aFailingForkIsRecordedAndStopsNoOther() throws IOException {
    forks.failTransport = "quic";

    Ledger ledger = run(false);

    assertThat(forks.ran).hasSize(10);
    assertThat(ledger.cells())
        .filteredOn(cell -> cell.params().get("transport").equals("quic"))
        .extracting(CellRecord::status)
        .containsOnly(Status.failed);
    assertThat(ledger.cells())
        .filteredOn(cell -> cell.params().get("transport").equals("tcp"))
        .extracting(CellRecord::status)
        .containsOnly(Status.ok);
    CellRecord failed =
        ledger.cells().stream().filter(c -> c.status() == Status.failed).findFirst().orElseThrow();
    assertThat(failed.why()).startsWith("fork 0: boom (logs/").contains("; fork 1: boom (logs/");
    // JMH's format cannot say that a cell failed, so only good ones are there.
    assertThat(new ObjectMapper().readTree(folder.jmh().toFile())).hasSize(3);
    assertThat(told.toString(StandardCharsets.UTF_8)).contains("FAILED: boom");
  }

  @Test
  void aForkWhoseFilesAreGoneRunsAgain() throws IOException {
    run(false);
    forks.ran.clear();
    try (var files = Files.list(folder.forks())) {
      Files.delete(files.filter(f -> f.toString().endsWith(".jmh.json")).findFirst().orElseThrow());
    }

    run(true);

    assertThat(forks.ran).hasSize(1);
  }

  @Test
  void aFinishedRunResumedOnlyWritesTheResultAnew() throws IOException {
    run(false);
    forks.ran.clear();
    Files.delete(folder.ledger());

    run(true);

    assertThat(forks.ran).isEmpty();
    assertThat(folder.ledger()).exists();
  }

  @Test
  void resumingInAnEmptyFolderSimplyStarts() throws IOException {
    Files.createDirectory(folder.root());

    assertThat(run(true).cells()).hasSize(5);
  }

  @Test
  void aFolderThatHoldsResultsIsNotOverwritten() throws IOException {
    run(false);
    byte[] before = Files.readAllBytes(folder.journal());

    assertThatThrownBy(() -> run(false))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--out: '"
                + folder.root()
                + "' holds files already; allowed: an empty or new folder, or --resume to go on"
                + " with a run");
    assertThat(Files.readAllBytes(folder.journal())).isEqualTo(before);
  }

  @Test
  void aFolderOfOthersIsNotResumed() throws IOException {
    Files.createDirectory(folder.root());
    Files.writeString(folder.root().resolve("thesis.txt"), "x");

    assertThatThrownBy(() -> run(true))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("holds files but no journal.jsonl");
    assertThat(folder.journal()).doesNotExist();
  }

  @Test
  void anotherPlanOrJarIsRefusedInOneLine() {
    run(false);

    assertThatThrownBy(() -> run(plan(2), BUILD).run(Resume.YES))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("was begun with another plan (cells, forks, iterations, seed): ")
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> run(plan(1), new Build("1", "c0ffee", false, "5678")).run(Resume.YES))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("was begun with another jar: 1234, not 5678");
  }

  @Test
  void cellsThatCannotRunAreInTheLedger() {
    inventory.cannot.put(Backend.TUN, "no /dev/net/tun");

    Ledger ledger = run(plan(1, "impairment: [clean, open], "), BUILD).run(Resume.NO);

    assertThat(ledger.cells())
        .filteredOn(cell -> cell.status() == Status.notRun)
        .hasSize(4)
        .allMatch(cell -> cell.why().equals("no /dev/net/tun"));
  }

  @Test
  void aForkWhoseFileIsTornRunsAgain() throws IOException {
    run(false);
    forks.ran.clear();
    for (String ending : List.of(".jmh.json", ".record.json")) {
      try (var files = Files.list(folder.forks())) {
        Path file = files.filter(f -> f.toString().endsWith(ending)).sorted().findFirst().get();
        Files.writeString(file, "{\"half");
      }
    }

    run(true);

    assertThat(forks.ran).hasSize(1);
  }

  @Test
  void aFailedForkIsKeptUnlessItsRepetitionIsAskedFor() {
    forks.failTransport = "quic";
    run(false);
    forks.failTransport = null;
    forks.ran.clear();

    assertThat(run(true).cells()).extracting(CellRecord::status).contains(Status.failed);
    assertThat(forks.ran).isEmpty();

    Ledger repeated = run(plan(1), BUILD).run(Resume.AND_REPEAT_FAILED);
    assertThat(repeated.cells()).extracting(CellRecord::status).containsOnly(Status.ok);
    assertThat(repeated.cells()).extracting(CellRecord::forks).containsOnly(2);
    assertThat(forks.ran).hasSize(4).allMatch(stem -> stem.contains("quic"));
  }

  @Test
  void aDisturbedForkIsMarkedAndRunsOnceMoreAtTheEnd() throws IOException {
    forks.disturbed.add("quic");

    Ledger ledger = run(false);

    // Four of ten forks are more than a quarter of them: three run again, and last.
    assertThat(forks.ran).hasSize(10 + 3).doesNotHaveDuplicates();
    assertThat(forks.ran.subList(10, 13)).allMatch(stem -> stem.endsWith("-again"));
    assertThat(LedgerSchema.problems(folder.ledger())).isEmpty();
    assertThat(ledger.cells()).extracting(CellRecord::forks).containsOnly(2);
    List<Map<?, ?>> noise = noiseOf(ledger, "quic");
    assertThat(noise).hasSize(4);
    assertThat(noise).filteredOn(n -> n.get("attempt").equals(1)).hasSize(3);
    // A second try that meets the same machine counts no less than the first.
    assertThat(noise)
        .allMatch(n -> n.get("disturbed").equals("other processes took 20.0 % of the CPU time"));
    assertThat(noiseOf(ledger, "tcp")).noneMatch(n -> n.containsKey("disturbed"));
    assertThat(told.toString(StandardCharsets.UTF_8))
        .contains("    DISTURBED: other processes took 20.0 % of the CPU time")
        .contains("3 forks that the machine disturbed run once more")
        .contains("[13/13, 0:00 left]");

    forks.ran.clear();
    run(true);
    assertThat(forks.ran).isEmpty();
  }

  @Test
  void theQuietSecondTryIsTheOneThatCounts() throws IOException {
    forks.disturbed.add("quic");
    forks.quietAgain = true;

    Ledger ledger = run(false);

    assertThat(noiseOf(ledger, "quic"))
        .filteredOn(n -> n.get("attempt").equals(1))
        .hasSize(3)
        .noneMatch(n -> n.containsKey("disturbed"));
  }

  @Test
  void killedBetweenTheTwoTriesNothingIsLost() throws IOException {
    forks.disturbed.add("quic");
    forks.killAfter = 11;
    assertThatThrownBy(() -> run(false)).isInstanceOf(FakeForks.Killed.class);
    forks.killAfter = Integer.MAX_VALUE;
    forks.ran.clear();

    Ledger ledger = run(true);

    assertThat(forks.ran).hasSize(2).allMatch(stem -> stem.endsWith("-again"));
    assertThat(ledger.cells()).extracting(CellRecord::forks).containsOnly(2);
  }

  private static List<Map<?, ?>> noiseOf(Ledger ledger, String transport) {
    List<Map<?, ?>> noise = new ArrayList<>();
    for (CellRecord cell : ledger.cells()) {
      if (transport.equals(cell.params().get("transport"))) {
        cell.forkEnvironments().forEach(fork -> noise.add((Map<?, ?>) fork.get("noise")));
      }
    }
    return noise;
  }
}
