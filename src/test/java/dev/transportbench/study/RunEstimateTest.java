package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunEstimateTest {
  private final Plan plan =
      new Planner(new FakeInventory())
          .plan(
              StudyFile.read(
                  "mine",
                  "mine.yaml",
                  """
                  question: q
                  benchmarks: [UnaryRpcBenchmark]
                  params: {transport: [tcp], impairment: [clean, lossy]}
                  forks: 2
                  warmup: {iterations: 1, time: 1s}
                  measurement: {iterations: 3, time: 3s}
                  """),
              1);
  private final RunEstimate estimate = new RunEstimate(plan.study());

  @Test
  void beforeTheFirstForkItIsTheConstantsAndTheIterations() {
    // Two forks of each of: veth, tun, the known answer in memory; 10 s of iterations each.
    assertThat(plan.estimate()).isEqualTo(Duration.ofMillis(2 * (4700 + 6600 + 2200 + 3 * 10_000)));
  }

  @Test
  void whatForksTakeBesideTheirIterationsCorrectsIt() {
    List<ForkTask> order = plan.order();
    for (ForkTask task : order.subList(0, 3)) {
      double overhead = ForkCost.overhead(task.cell()).toMillis() / 1000.0;
      estimate.add(task, 10 + 2 * overhead);
    }

    assertThat(estimate.of(order.subList(3, 6)))
        .isEqualTo(Duration.ofMillis(2 * (4700 + 6600 + 2200) + 3 * 10_000));
  }

  @Test
  void nothingLeftTakesNoTime() {
    assertThat(estimate.of(List.of())).isZero();
  }
}
