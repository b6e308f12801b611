package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.ledger.LedgerSchema;
import dev.transportbench.ledger.Reading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbRunTest {
  @TempDir Path root;
  private final FakeInventory inventory = new FakeInventory();
  private final List<String> ran = new ArrayList<>();
  private final List<Integer> stages = new ArrayList<>();
  private Set<String> open = Set.of();
  private Set<String> doubtful = Set.of();
  private Set<String> changed = Set.of();
  private final List<CellRecord> fresh = new ArrayList<>();
  private int killAfter = Integer.MAX_VALUE;
  private String brokenArm;

  private Plan plan() {
    String text =
        "{question: q, benchmarks: [UnaryRpcBenchmark], forks: 2,"
            + " params: {transport: [tcp, quic], concurrency: [1, 32]},"
            + " measurement: {iterations: 2, time: 1s}}";
    return new Planner(inventory).plan(StudyFile.read("mine", "mine.yaml", text), 1);
  }

  private AbRun run(Duration budget) {
    AbRun.Asked asked = new AbRun.Asked(plan(), List.of(2, 4, 8), budget);
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    AbProgress progress = new AbProgress(out, asked);
    List<AbRun.Arm> arms = new ArrayList<>();
    for (String arm : List.of("base", "head")) {
      Build build = new Build("1", "c0ffee", false, arm, Map.of("netty", arm + " netty"));
      arms.add(
          new AbRun.Arm(
              asked.armPlan(),
              RunFolder.at(root.resolve(arm)),
              new Fake(arm),
              progress.of(arm),
              build,
              inventory.transports(),
              List.of("ab")));
    }
    return new AbRun(asked, arms, progress);
  }

  private final class Judge implements AbRun.Judge {
    @Override
    public Set<String> open(Path base, Path head, int stage) {
      stages.add(stage);
      return open;
    }

    @Override
    public Set<String> doubtful() {
      return doubtful;
    }

    @Override
    public void again(Path base, Path head) throws IOException {
      fresh.addAll(ledger("base").cells());
    }

    @Override
    public Set<String> changed() {
      return changed;
    }
  }

  private void run(boolean resume) {
    run(Duration.ofHours(1)).run(resume, new Judge());
  }

  private Ledger ledger(String arm) throws IOException {
    return LedgerJson.read(root.resolve(arm).resolve("ledger.json"), Ledger.class);
  }

  @Test
  void bothArmsLeaveAnOrdinaryResult() throws IOException {
    run(false);

    assertThat(stages).containsExactly(0);
    assertThat(ran).hasSize(2 * 2 * 5).doesNotHaveDuplicates();
    for (String arm : List.of("base", "head")) {
      assertThat(ledger(arm).cells()).extracting(CellRecord::forks).containsOnly(2);
      assertThat(ledger(arm).asked().forks()).isEqualTo(2);
      assertThat(ledger(arm).environment().get("netty")).isEqualTo(arm + " netty");
      assertThat(LedgerSchema.problems(root.resolve(arm).resolve("ledger.json"))).isEmpty();
    }
  }

  @Test
  void armsTakeTurnsAndEachGoesFirstAsOften() {
    run(false);

    int baseFirst = 0;
    for (int i = 0; i < ran.size(); i += 2) {
      String[] first = ran.get(i).split(" ");
      String[] second = ran.get(i + 1).split(" ");
      assertThat(first[1]).isEqualTo(second[1]);
      assertThat(Set.of(first[0], second[0])).hasSize(2);
      baseFirst += first[0].equals("base") ? 1 : 0;
    }
    assertThat(baseFirst).isEqualTo(ran.size() / 4);
  }

  @Test
  void onlyOpenCellsGetMoreForks() throws IOException {
    open = Set.of(plan().cells().get(0).key());
    run(false);

    assertThat(stages).containsExactly(0, 1, 2);
    assertThat(ledger("base").cells())
        .extracting(CellRecord::forks)
        .containsExactlyInAnyOrder(8, 2, 2, 2, 2);
  }

  @Test
  void changedCellsAreProfiledInBothArmsAndNothingElseIsTakenFromThat() throws IOException {
    changed = Set.of(plan().cells().get(0).key());
    run(false);

    assertThat(ran.subList(20, 22)).allMatch(name -> name.endsWith("-profile"));
    assertThat(ran).hasSize(22);
    assertThat(ledger("head").cells()).extracting(CellRecord::forks).containsOnly(2);
    assertThat(ledger("head").cells().get(0).profile().notAvailable())
        .isEqualTo("the profiled fork took no samples");
  }

  @Test
  void doubtfulCellsAreMeasuredAgainByForksThatAreLookedAtAlone() throws IOException {
    String cell = plan().cells().get(0).key();
    doubtful = Set.of(cell);
    run(false);

    // 5 at least: fewer could not show anything.
    assertThat(ran).hasSize(20 + 2 * 5).doesNotHaveDuplicates();
    assertThat(fresh)
        .filteredOn(record -> record.status() == CellRecord.Status.ok)
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.key()).isEqualTo(cell);
              assertThat(record.forks()).isEqualTo(5);
            });
    assertThat(ledger("base").cells()).extracting(CellRecord::forks).containsOnly(2);
  }

  @Test
  void theBudgetsEndIsTheLastLook() {
    open = new HashSet<>(plan().cells().stream().map(Cell::key).toList());
    // Nothing has a price before the first fork has ended.
    run(Duration.ZERO).run(false, new Judge());

    assertThat(stages).hasSize(1);
    assertThat(ran.size()).isLessThan(20);
  }

  @Test
  void killedAtAnyMomentAndResumedItComesToTheSame() throws IOException {
    open = Set.of(plan().cells().get(0).key());
    Random random = new Random(3);
    int kills = 0;
    boolean ended = false;
    while (!ended) {
      killAfter = random.nextInt(6);
      stages.clear();
      try {
        run(kills > 0);
        ended = true;
      } catch (Killed e) {
        kills++;
      }
    }

    assertThat(kills).isGreaterThan(2);
    assertThat(stages).containsExactly(0, 1, 2);
    assertThat(ran).hasSize(2 * (2 * 5 + 6)).doesNotHaveDuplicates();
    assertThat(ledger("base").cells())
        .extracting(CellRecord::forks)
        .containsExactlyInAnyOrder(8, 2, 2, 2, 2);
  }

  @Test
  void aCellThatFailsInOneArmFailsThereOnly() throws IOException {
    brokenArm = "head";
    run(false);

    assertThat(ledger("head").cells())
        .filteredOn(cell -> cell.params().get("transport").equals("quic"))
        .extracting(CellRecord::status)
        .containsOnly(CellRecord.Status.failed);
    assertThat(ledger("base").cells())
        .extracting(CellRecord::status)
        .containsOnly(CellRecord.Status.ok);
  }

  @Test
  void aFolderThatHoldsResultsIsNotOverwritten() throws IOException {
    run(false);
    byte[] before = Files.readAllBytes(root.resolve("base/journal.jsonl"));

    assertThatThrownBy(() -> run(false))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("holds files already");
    assertThat(Files.readAllBytes(root.resolve("base/journal.jsonl"))).isEqualTo(before);
  }

  /** Stands for SIGKILL: nothing after it happens. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private final class Fake implements ForkRunner {
    private final String arm;

    Fake(String arm) {
      this.arm = arm;
    }

    @Override
    public Optional<String> run(ForkTask task, RunFolder folder) {
      if (killAfter-- == 0) {
        throw new Killed();
      }
      ran.add(arm + " " + task.fileStem());
      if (arm.equals(brokenArm) && "quic".equals(task.cell().transport())) {
        return Optional.of("boom");
      }
      try {
        LedgerJson.write(
            folder.forkRecord(task),
            Records.fork(
                Records.iteration(50, 20, Map.of(FigureName.THROUGHPUT, Reading.of(5000)))));
        LedgerJson.writeText(
            folder.forkJmh(task),
            ("[{\"benchmark\": \"%s\", \"forks\": 1, \"primaryMetric\": {\"scorePercentiles\": {},"
                    + " \"rawData\": [[%d.0]]}, \"secondaryMetrics\": {}}]")
                .formatted(task.cell().benchmark(), task.fork() + 1));
        // Time is what the budget is about.
        Thread.sleep(2);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return Optional.empty();
    }

    @Override
    public void kill() {}
  }
}
