package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Backend;
import dev.transportbench.rpc.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {
  private final FakeInventory inventory = new FakeInventory();

  private Plan plan(String params, long seed) {
    return plan(params, "UnaryRpcBenchmark", seed);
  }

  private Plan plan(String params, String benchmark, long seed) {
    String text =
        """
        question: q
        benchmarks: [%s]
        forks: 3
        measurement: {iterations: 2, time: 1s}
        """
                .formatted(benchmark)
            + params;
    return new Planner(inventory).plan(StudyFile.read("mine", "mine.yaml", text), seed);
  }

  private static List<String> shortKeys(Plan plan) {
    return plan.cells().stream()
        .map(
            c ->
                c.transport()
                    + "/"
                    + c.params().get("impairment")
                    + "/"
                    + c.params().get("backend"))
        .toList();
  }

  @Test
  void resolvesAutoBeforeAnythingRunsAndAddsTheKnownAnswer() {
    Plan plan = plan("params: {transport: [tcp, quic], impairment: [clean, lossy]}", 1);

    assertThat(shortKeys(plan))
        .containsExactly(
            "tcp/clean/veth",
            "tcp/lossy/tun",
            "quic/clean/veth",
            "quic/lossy/tun",
            "null-20us/clean/loopback");
    assertThat(plan.cells().get(0).key())
        .isEqualTo(
            FakeInventory.UNARY
                + "[backend=veth,concurrency=1,impairment=clean,payloadBytes=1024,transport=tcp]");
  }

  @Test
  void aTransportInMemoryHasNoLink() {
    Plan plan = plan("params: {transport: ['null'], impairment: [clean, lossy]}", 1);

    assertThat(shortKeys(plan)).containsExactly("null/clean/loopback", "null-20us/clean/loopback");
    assertThat(plan.leftOut())
        .extracting(out -> out.why())
        .containsExactly("transport null has no link: impairment clean only");
  }

  @Test
  void leavesOutWhatMatchesAllEntriesOfAnExclusion() {
    Plan plan =
        plan(
            """
            params: {transport: [tcp, quic], concurrency: [1, 32]}
            exclude:
              - {transport: quic, concurrency: 32}
            """,
            1);

    assertThat(plan.cells()).hasSize(3 + 1);
    assertThat(plan.leftOut()).hasSize(1);
    assertThat(plan.leftOut().get(0).why()).isEqualTo("excluded by the study");
  }

  @Test
  void aBackendThatCannotRunIsSaidAndNotReplaced() {
    inventory.cannot.put(Backend.TUN, "no /dev/net/tun");
    Plan plan = plan("params: {transport: [tcp], impairment: [clean, lossy]}", 1);

    assertThat(plan.cells())
        .extracting(Cell::notRun)
        .containsExactly(null, "no /dev/net/tun", null);
    assertThat(plan.order()).hasSize(2 * 3);
  }

  @Test
  void aProfileThatTheBackendCannotCarryHereIsNotRun() {
    inventory.cannotCarry.put("lossy", "no core to spare");
    Plan plan = plan("params: {transport: [tcp], impairment: [open, lossy]}", 1);

    assertThat(plan.cells())
        .extracting(Cell::notRun)
        .containsExactly(null, "no core to spare", null);
  }

  @Test
  void aCleanLinkFallsToLoopbackOnlyWhenNothingElseRunsAndSaysSo() {
    inventory.cannot.put(Backend.VETH, "no namespaces");
    Plan plan = plan("params: {transport: [tcp]}", 1);

    assertThat(plan.cells().get(0).params()).containsEntry("backend", "loopback");
    assertThat(plan.cells().get(0).note())
        .isEqualTo("on loopback, without wire figures: no namespaces");
  }

  @Test
  void anImpairedLinkNeedsTheEmulator() {
    Plan plan = plan("params: {impairment: [clean, lossy], backend: [veth]}", 1);

    assertThat(shortKeys(plan)).containsExactly("tcp/clean/veth", "null-20us/clean/loopback");
    assertThat(plan.leftOut().get(0).why()).isEqualTo("veth cannot do lossy");
  }

  @Test
  void valuesOfAxesThatMakeNoSenseTogetherAreLeftOutWithTheReason() {
    inventory.axes.putAll(Axis.defaults());
    Plan plan =
        plan(
            "params: {transport: [tcp], impairment: [clean, lossy], offload: ['off', 'on'],"
                + " tlsVersion: ['1.2', '1.3']}",
            1);

    assertThat(shortKeys(plan))
        .containsExactly(
            "tcp/clean/veth", "tcp/clean/veth", "tcp/lossy/tun", "null-20us/clean/loopback");
    assertThat(plan.leftOut())
        .extracting(out -> out.why())
        .containsOnly(
            "transport tcp has no TLS: tlsVersion 1.3 only",
            "backend tun takes and impairs packets one by one: offload off only");
    // The known answer is a cell like others: it has every parameter, at its default.
    assertThat(plan.cells().get(3).params()).containsAllEntriesOf(Axis.defaults());
  }

  @Test
  void moreConnectionsThanThisMachineHoldsAreNotRun() {
    inventory.axes.putAll(Axis.defaults());
    inventory.transports.put("tcp", Set.of(Trait.RELIABLE, Trait.MULTIPLEXED));
    inventory.mostConnections = 1500;
    Plan plan = plan("params: {connections: [1500, 10000], concurrency: [4096]}", 1);

    assertThat(plan.leftOut()).hasSize(1);
    assertThat(plan.leftOut().get(0).why()).contains("leave some idle");

    inventory.others.put(OPEN, openLoop());
    Plan open = plan("params: {connections: [1500, 10000]}", "OpenLoopBenchmark", 1);
    assertThat(open.cells())
        .extracting(Cell::notRun)
        .containsExactly(null, "no room for 10000", null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate | 0 | a whole number from 1 to 1000000",
        "arrivals | bursts | constant, poisson, firefly",
        "spin | true | off, on",
        "payloads | 128:0 | BYTES or BYTES:WEIGHT+BYTES:WEIGHT",
        "connections | 10001 | a whole number from 1 to 10000"
      })
  void aLoadThatThereIsNotIsBadInput(String param, String value, String allowed) {
    inventory.others.put(OPEN, openLoop());
    assertThatThrownBy(
            () -> plan("params: {%s: ['%s']}".formatted(param, value), "OpenLoopBenchmark", 1))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(
            "'%s' is not one of its values; allowed: %s".formatted(value, allowed))
        .hasMessageNotContaining("\n");
  }

  private static final String OPEN = "dev.transportbench.benchmark.OpenLoopBenchmark.call";

  private static Map<String, List<String>> openLoop() {
    return Map.of(
        "transport", List.of("tcp"),
        "impairment", List.of("clean"),
        "backend", List.of("auto"),
        "connections", List.of("1"),
        "rate", List.of("1000"),
        "arrivals", List.of("constant"),
        "payloads", List.of("1024"),
        "spin", List.of("off"));
  }

  @Test
  void aValueThatAnAxisHasNotIsBadInput() {
    inventory.axes.putAll(Axis.defaults());
    assertThatThrownBy(() -> plan("params: {congestion: [vegas]}", 1))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "mine.yaml:5: params.congestion[0]: 'vegas' is not one of its values; allowed: cubic,"
                + " bbr, reno");
  }

  @Test
  void theSameCellIsPlannedOnce() {
    Plan plan = plan("params: {backend: [auto, veth]}", 1);

    assertThat(plan.cells()).hasSize(1 + 1);
    assertThat(plan.leftOut().get(0).why()).isEqualTo("is planned already");
  }

  @Test
  void everyRoundHasEveryCellOnceAndTransportsTakeTurns() {
    Plan plan =
        plan(
            "params: {transport: [tcp, tls, quic], concurrency: [1, 8, 32], impairment: [clean]}",
            7);
    int cells = plan.cells().size();

    assertThat(plan.order()).hasSize(3 * cells);
    for (int round = 0; round < 3; round++) {
      int fork = round;
      List<ForkTask> tasks = plan.order().subList(round * cells, (round + 1) * cells);
      assertThat(tasks).allMatch(task -> task.fork() == fork);
      assertThat(tasks.stream().map(task -> task.cell().key()).collect(Collectors.toSet()))
          .hasSize(cells);
      List<String> transports = new ArrayList<>();
      tasks.forEach(task -> transports.add(task.cell().transport()));
      transports.remove(KnownAnswer.TRANSPORT);
      for (int i = 0; i < 9; i += 3) {
        assertThat(Set.copyOf(transports.subList(i, i + 3))).hasSize(3);
      }
    }
  }

  @Test
  void theSeedDecidesTheOrder() {
    String params = "params: {transport: [tcp, tls, quic], concurrency: [1, 8, 32]}";

    assertThat(plan(params, 7).order()).isEqualTo(plan(params, 7).order());
    assertThat(plan(params, 7).order()).isNotEqualTo(plan(params, 8).order());
    assertThat(plan(params, 7).fingerprint()).isEqualTo(plan(params, 7).fingerprint());
    assertThat(plan(params, 7).fingerprint()).isNotEqualTo(plan(params, 8).fingerprint());
  }

  @Test
  void theSameForkOfEveryCellMeetsTheSameLink() {
    Plan plan = plan("params: {transport: [tcp, quic]}", 7);

    assertThat(plan.order())
        .allSatisfy(task -> assertThat(task.linkSeed()).isEqualTo(7 + task.fork()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "params: {transport: [tpc]} | mine.yaml:5: params.transport[0]: 'tpc' is an unknown "
            + "transport; allowed: null, null-20us, quic, tcp, tls",
        "params: {impairment: [bad]} | mine.yaml:5: params.impairment[0]: 'bad' is an unknown link "
            + "profile; allowed: clean, lossy, open",
        "params: {backend: [dummynet]} | mine.yaml:5: params.backend[0]: 'dummynet' is an unknown "
            + "backend; allowed: auto, loopback, veth, tun, netem",
        "params: {size: [1]} | mine.yaml:5: params.size: '[…]' is an unknown parameter; "
            + "allowed: backend, concurrency, impairment, payloadBytes, transport",
        "params: {concurrency: [0]} | mine.yaml:5: params.concurrency[0]: '0' is out of range; "
            + "allowed: a whole number from 1 to 4096",
        "exclude: [{transport: tls}] | mine.yaml:5: exclude[0].transport: 'tls' excludes nothing: "
            + "it is none of the study's values; allowed: tcp",
        "exclude: [{transport: tcp}] | mine.yaml:2: benchmarks[0]: 'UnaryRpcBenchmark' has no cell "
            + "left: excluded by the study; allowed: a study with at least one combination",
        "contrasts: [{param: transport, base: tcp, head: tls}] | mine.yaml:5: contrasts[0].head: "
            + "'tls' is none of the study's values; allowed: tcp",
        "contrasts: [{param: x, base: tcp, head: tls}] | mine.yaml:5: contrasts[0].param: 'x' is "
            + "an unknown parameter; allowed: backend, concurrency, impairment, payloadBytes, "
            + "transport",
      })
  void complainsInOneLine(String yaml, String message) {
    assertThatThrownBy(() -> plan(yaml, 1))
        .isInstanceOf(BadInputException.class)
        .hasMessage(message);
  }

  @Test
  void aProfiledForkComesAfterAllOthersAndOnlyForCellsThatSendRpcs() {
    Plan plain = plan("params: {transport: [tcp, quic]}", 7);
    Plan profiled = new Planner(inventory).plan(plain.study().with(Profiling.LAYERS), 7);

    int timed = plain.order().size();
    assertThat(profiled.order().subList(0, timed)).isEqualTo(plain.order());
    assertThat(profiled.order().subList(timed, profiled.order().size()))
        .allMatch(ForkTask::profiled)
        .extracting(task -> task.cell().transport())
        .containsExactly("tcp", "quic");
    assertThat(profiled.fingerprint()).isNotEqualTo(plain.fingerprint());
  }

  @Test
  void anUnknownBenchmarkListsTheKnownOnes() {
    Study study =
        StudyFile.read(
            "mine",
            "mine.yaml",
            "{question: q, benchmarks: [Nope], forks: 1, measurement: {iterations: 1, time: 1s}}");

    assertThatThrownBy(() -> new Planner(inventory).plan(study, 1))
        .hasMessage(
            "mine.yaml:1: benchmarks[0]: 'Nope' is an unknown benchmark; allowed:"
                + " UnaryRpcBenchmark");
  }
}
