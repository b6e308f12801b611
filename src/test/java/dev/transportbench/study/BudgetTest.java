package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetTest {
  private final Planner planner = new Planner(new FakeInventory());

  /** Four cells on tun and the known answer. */
  private Plan plan(String more) {
    String text =
        """
        question: q
        benchmarks: [UnaryRpcBenchmark]
        params: {transport: [tcp, quic], impairment: [lossy], concurrency: [1, 32]}
        forks: 2
        warmup: {iterations: 1, time: 1s}
        measurement: {iterations: 4, time: 2s}
        contrasts: [{param: transport, base: tcp, head: quic}]
        """;
    return planner.plan(StudyFile.read("mine", "mine.yaml", text + more), 1);
  }

  private Plan fitted(String more, Duration budget) {
    return planner.plan(Budget.fit(plan(more), budget), 1);
  }

  @ParameterizedTest
  @CsvSource({"1m, 1, 2", "3m, 4, 1", "5m, 5, 2", "8m, 6, 4", "20m, 16, 4"})
  void forksComeFirstAndIterationsGoWhileThereAreFewerThanFive(
      String budget, int forks, int iterations) {
    Duration time = Budget.parse(budget);

    Plan fitted = fitted("", time);

    assertThat(fitted.study().forks()).isEqualTo(forks);
    assertThat(fitted.study().measurement())
        .isEqualTo(new Study.Iterations(iterations, Duration.ofSeconds(2)));
    assertThat(fitted.study().warmup().count()).isEqualTo(1);
    assertThat(fitted.estimate()).isLessThanOrEqualTo(time);
  }

  @Test
  void nothingMoreWouldHaveFitted() {
    for (int minutes = 1; minutes < 60; minutes++) {
      Duration budget = Duration.ofMinutes(minutes);
      Study study = Budget.fit(plan(""), budget);
      Study more = study.with(study.forks() + 1, study.measurement());

      assertThat(planner.plan(more, 1).estimate()).isGreaterThan(budget);
    }
  }

  @Test
  void profiledForksTakeTheirPart() {
    Duration budget = Duration.ofMinutes(10);

    Plan fitted = fitted("profile: layers\n", budget);

    assertThat(fitted.order()).filteredOn(ForkTask::profiled).hasSize(4);
    assertThat(fitted.estimate()).isLessThanOrEqualTo(budget);
    assertThat(fitted.study().forks()).isLessThan(fitted("", budget).study().forks());
  }

  @Test
  void whatEvenTheLeastOfDoesNotFitIsRefusedInOneLine() {
    assertThatThrownBy(() -> Budget.fit(plan(""), Duration.ofSeconds(30)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--budget: '30s' is too short for mine: one fork of one iteration of its 5 cells takes"
                + " about 1 min; allowed: 1m or more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0m", "20", "m", "1.5h", "-5m", "20 m", "1d", "999999s"})
  void whatIsNoTimeIsRefused(String text) {
    assertThatThrownBy(() -> Budget.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not a time; allowed: ");
  }

  @Test
  void contrastsAreCountedInPairs() {
    assertThat(plan("").mostPairs()).isEqualTo(2);
  }
}
