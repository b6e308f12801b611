package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.ledger.LedgerSchema;
import dev.transportbench.ledger.Reading;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardsTest {
  private static final Build BUILD = new Build("1", "c0ffee", false, "1234");

  @TempDir Path parent;
  private final FakeInventory inventory = new FakeInventory();
  private double knownAnswerMicros = 20;

  /** 3 transports × 2 sizes × 2 numbers in flight × 2 links. */
  private Plan plan() {
    return plan("contrasts: [{param: transport, base: tcp, head: quic}]");
  }

  private Plan plan(String more) {
    String text =
        """
        question: q
        benchmarks: [UnaryRpcBenchmark]
        params:
          transport: [tcp, tls, quic]
          payloadBytes: [10, 1024]
          concurrency: [1, 32]
          impairment: [clean, lossy]
        forks: 2
        measurement: {iterations: 1, time: 1s}
        """;
    return new Planner(inventory).plan(StudyFile.read("mine", "mine.yaml", text + more), 7);
  }

  private Ledger run(Plan plan, String folder) {
    return new StudyRun(
            plan,
            RunFolder.at(parent.resolve(folder)),
            new KeyedForks(),
            new ProgressLog(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                false),
            BUILD,
            inventory.transports(),
            List.of("run", "mine"),
            () -> () -> new dev.transportbench.study.noise.Noise(null, 0, 0, null, null, null))
        .run(StudyRun.Resume.NO);
  }

  private List<ShardMerge.Input> shards(int count) {
    List<ShardMerge.Input> inputs = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      Ledger ledger = run(Sharding.part(plan(), new Shard(i, count)), "shard-" + i);
      inputs.add(new ShardMerge.Input(parent.resolve("shard-" + i), ledger));
    }
    return inputs;
  }

  private Ledger merge(List<ShardMerge.Input> inputs) throws IOException {
    return ShardMerge.merge(inputs, RunFolder.at(parent.resolve("merged")));
  }

  @Test
  void threeShardsMergedEqualOneRun() throws IOException {
    Ledger whole = run(plan(), "whole");
    List<ShardMerge.Input> inputs = shards(3);

    Ledger merged = merge(inputs);

    assertThat(merged.cells()).extracting(CellRecord::key).doesNotHaveDuplicates().hasSize(25);
    assertThat(merged.cells())
        .extracting(CellRecord::key)
        .containsExactlyElementsOf(whole.cells().stream().map(CellRecord::key).toList());
    for (int i = 0; i < whole.cells().size(); i++) {
      assertThat(merged.cells().get(i).figures()).isEqualTo(whole.cells().get(i).figures());
      assertThat(merged.cells().get(i).forks()).isEqualTo(2);
      assertThat(merged.cells().get(i).status()).isEqualTo(Status.ok);
    }
    assertThat(merged.asked()).isEqualTo(whole.asked());
    assertThat(LedgerSchema.problems(parent.resolve("merged/ledger.json"))).isEmpty();
    assertThat(json("merged/jmh.json")).isEqualTo(json("whole/jmh.json"));
    assertThat(names("merged", "latency")).isEqualTo(names("whole", "latency"));
    assertThat(names("merged", "forks")).isEqualTo(names("whole", "forks"));
    for (String name : names("whole", "forks")) {
      assertThat(parent.resolve("merged/forks/" + name))
          .hasSameTextualContentAs(parent.resolve("whole/forks/" + name));
    }
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(parent.resolve(file).toFile());
  }

  private Set<String> names(String folder, String part) throws IOException {
    try (Stream<Path> files = Files.list(parent.resolve(folder).resolve(part))) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void everyCellIsOnOneShardAndWhatIsComparedIsTogether() {
    Plan whole = plan();
    Map<String, Integer> shardOf = new LinkedHashMap<>();
    for (int i = 1; i <= 3; i++) {
      Plan part = Sharding.part(whole, new Shard(i, 3));
      assertThat(part.cells()).anyMatch(cell -> KnownAnswer.is(cell.params()));
      for (Cell cell : part.cells()) {
        if (!KnownAnswer.is(cell.params())) {
          assertThat(shardOf.put(cell.key(), i)).as("twice: " + cell.key()).isNull();
        }
      }
      // The same forks with the same seeds as in one run.
      Set<String> keys = new HashSet<>(part.cells().stream().map(Cell::key).toList());
      assertThat(part.order())
          .isEqualTo(whole.order().stream().filter(t -> keys.contains(t.cell().key())).toList());
      assertThat(part.estimate())
          .isBetween(whole.estimate().dividedBy(5), whole.estimate().dividedBy(2));
    }
    assertThat(shardOf).hasSize(24);
    for (ContrastPairs.Pair pair :
        ContrastPairs.of(whole.study().contrasts().get(0).contrast(), whole.cells())) {
      assertThat(shardOf.get(pair.base().key())).isEqualTo(shardOf.get(pair.head().key()));
    }
  }

  @Test
  void networksThatAnArmIsFollowedOverStayTogether() {
    inventory.profiles.add("lossier");
    Plan whole =
        plan(
            """
            contrasts: [{param: transport, base: tcp, head: quic}]
            """);
    List<Companions.Subject> subjects = new ArrayList<>();
    for (String impairment : List.of("clean", "lossy", "lossier")) {
      for (Cell cell : whole.cells()) {
        Map<String, String> params = new LinkedHashMap<>(cell.params());
        params.put(Cell.IMPAIRMENT, impairment);
        subjects.add(new Companions.Subject(cell.benchmark(), "thrpt", params));
      }
    }
    List<Ledger.Contrast> contrasts = List.of(whole.study().contrasts().get(0).contrast());

    // Two sizes × two numbers in flight; and the known answer's.
    assertThat(Companions.groups(subjects.subList(0, 24), contrasts)).hasSize(8);
    assertThat(
            Companions.groups(
                subjects.stream().filter(s -> !KnownAnswer.is(s.params())).toList(), contrasts))
        .hasSize(4);
  }

  @Test
  void moreShardsThanGroupsLeaveSomeWithTheKnownAnswerOnly() throws IOException {
    Ledger merged = merge(shards(12));

    assertThat(merged.cells()).hasSize(25);
  }

  @Test
  void oneMachineWithAWrongKnownAnswerSpoilsTheWhole() throws IOException {
    List<ShardMerge.Input> inputs = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      knownAnswerMicros = i == 2 ? 40 : 20;
      Ledger ledger = run(Sharding.part(plan(), new Shard(i, 3)), "shard-" + i);
      inputs.add(new ShardMerge.Input(parent.resolve("shard-" + i), ledger));
    }

    Ledger merged = merge(inputs);

    assertThat(merged.cells())
        .filteredOn(cell -> cell.status() != Status.ok)
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(KnownAnswer.is(cell.params())).isTrue();
              assertThat(cell.forkEnvironments()).allMatch(fork -> fork.get("shard").equals(2));
            });
  }

  @Test
  void shardsThatAreNoWholeAreRefusedInOneLine() throws IOException {
    List<ShardMerge.Input> inputs = shards(3);
    Ledger whole = run(plan(), "whole");

    refuses(inputs.subList(0, 2), "merge: shard 3 of 3 is missing; allowed: all shards");
    refuses(
        List.of(inputs.get(0), inputs.get(1), inputs.get(1)),
        "is shard 2 of 3, as '" + inputs.get(1).folder() + "' is; allowed: each shard once");
    refuses(
        List.of(new ShardMerge.Input(parent.resolve("whole"), whole)),
        "is no shard's result; allowed: folders that run --shard has written");
    Plan other = plan("exclude: [{concurrency: 32, payloadBytes: 10}]");
    Ledger unlike = run(Sharding.part(other, new Shard(3, 3)), "unlike");
    refuses(
        List.of(
            inputs.get(0), inputs.get(1), new ShardMerge.Input(parent.resolve("unlike"), unlike)),
        "is a shard of another plan than");
    assertThat(parent.resolve("merged")).doesNotExist();
  }

  @Test
  void unlikeMachinesMayNotShareAComparison() throws IOException {
    List<ShardMerge.Input> inputs = shards(2);
    List<ShardMerge.Input> other = new ArrayList<>(inputs);
    other.set(1, on("another CPU", inputs.get(1)));

    // Dealt by groups, each comparison is on one machine: nothing to refuse.
    Ledger merged = merge(other);
    assertThat(String.valueOf(merged.environment().get("cpu")))
        .contains(" (shard 1); another CPU (shard 2)");

    // Two cells that a contrast compares change places, each with one of the other shard.
    List<ShardMerge.Input> torn = torn(other);
    assertThatThrownBy(() -> ShardMerge.merge(torn, RunFolder.at(parent.resolve("torn"))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(" are compared, and ran on machines whose cpu differ: ")
        .hasMessageNotContaining("\n");
    assertThat(parent.resolve("torn")).doesNotExist();
  }

  private static ShardMerge.Input on(String cpu, ShardMerge.Input input) {
    Ledger ledger = input.ledger();
    Map<String, Object> environment = new LinkedHashMap<>(ledger.environment());
    environment.put("cpu", cpu);
    return new ShardMerge.Input(
        input.folder(),
        new Ledger(
            1, ledger.study(), ledger.question(), ledger.asked(), environment, ledger.cells()));
  }

  private static List<ShardMerge.Input> torn(List<ShardMerge.Input> inputs) {
    List<ShardMerge.Input> torn = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Ledger mine = inputs.get(i).ledger();
      Ledger other = inputs.get(1 - i).ledger();
      List<CellRecord> cells = new ArrayList<>(mine.cells());
      List<Integer> places = new ArrayList<>(mine.asked().shard().places());
      cells.set(0, other.cells().get(0));
      places.set(0, other.asked().shard().places().get(0));
      Ledger.Asked asked = mine.asked();
      Ledger.Shard shard = asked.shard();
      torn.add(
          new ShardMerge.Input(
              inputs.get(i).folder(),
              new Ledger(
                  1,
                  mine.study(),
                  mine.question(),
                  new Ledger.Asked(
                      null,
                      null,
                      null,
                      asked.forks(),
                      asked.warmup(),
                      asked.measurement(),
                      asked.contrasts(),
                      asked.leftOut(),
                      new Ledger.Shard(
                          shard.index(), shard.count(), shard.plan(), shard.cells(), places),
                      asked.published()),
                  mine.environment(),
                  cells)));
    }
    return torn;
  }

  @Test
  void anotherJarIsAnotherResult() throws IOException {
    List<ShardMerge.Input> inputs = shards(2);
    Ledger ledger = inputs.get(1).ledger();
    Map<String, Object> environment = new LinkedHashMap<>(ledger.environment());
    environment.put("jarSha256", "5678");
    List<ShardMerge.Input> unlike =
        List.of(
            inputs.get(0),
            new ShardMerge.Input(
                inputs.get(1).folder(),
                new Ledger(
                    1,
                    ledger.study(),
                    ledger.question(),
                    ledger.asked(),
                    environment,
                    ledger.cells())));

    refuses(
        unlike,
        "merge: the shards' jarSha256 differ: 1234 (shard 1); 5678 (shard 2); allowed: the same"
            + " jar");
  }

  private void refuses(List<ShardMerge.Input> inputs, String message) {
    assertThatThrownBy(() -> merge(inputs))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0/3", "4/3", "1", "a/b", "1/0", "1/1001", "-1/3", ""})
  void whatIsNoShardIsRefused(String text) {
    assertThatThrownBy(() -> Shard.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is no part of a whole; allowed: ");
  }

  /** Forks whose figures depend on nothing but the cell and the fork. */
  private final class KeyedForks implements ForkRunner {
    @Override
    public Optional<String> run(ForkTask task, RunFolder folder) {
      boolean known = KnownAnswer.is(task.cell().params());
      double micros = known ? knownAnswerMicros : 100 + task.id().hashCode() % 50;
      try {
        LedgerJson.write(
            folder.forkRecord(task),
            Records.fork(
                Records.iteration(50, micros, Map.of(FigureName.THROUGHPUT, Reading.of(micros)))));
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("benchmark", task.cell().benchmark());
        entry.put("mode", "thrpt");
        entry.put("params", task.cell().params());
        entry.put("forks", 1);
        entry.put(
            "primaryMetric",
            Map.of("scorePercentiles", Map.of(), "rawData", List.of(List.of(micros))));
        entry.put("secondaryMetrics", Map.of());
        LedgerJson.writeText(folder.forkJmh(task), LedgerJson.line(List.of(entry)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return Optional.empty();
    }

    @Override
    public void kill() {}
  }
}
