package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LossExpectationTest {
  @Test
  void independentLosses() {
    LossExpectation expected = of(new Loss.Random(0.05, 0, 0), Semantics.KERNEL);
    assertThat(expected).isEqualTo(new LossExpectation(0.05, 1));
  }

  @Test
  void gilbertAndElliott() {
    LossExpectation expected = of(new Loss.GilbertElliott(0.01, 0.1, 0.7, 0.001), Semantics.KERNEL);
    // A tenth of 1.1 is bad.
    assertThat(expected.fraction()).isCloseTo((0.7 * 0.1 + 0.001) / 1.1, within(1e-9));
    assertThat(expected.inflation()).isBetween(8.0, 13.0);
  }

  @Test
  void fourStates() {
    LossExpectation expected =
        of(new Loss.FourState(0.02, 0.4, 0.1, 0.3, 0.01), Semantics.DOCUMENTED);
    assertThat(expected.fraction()).isCloseTo(0.06 / (1.06 + 0.05 / 3), within(1e-9));
  }

  @Test
  void boundedBursts() {
    LossExpectation expected = of(new Loss.Random(0.3, 0, 3), Semantics.DOCUMENTED);
    double lost = 0.3 + 0.09 + 0.027;
    assertThat(expected.fraction()).isCloseTo(lost / (1 + lost), within(1e-9));
  }

  @Test
  void whatIsNotKnown() {
    Loss correlated = new Loss.Random(0.05, 0.25, 0);
    assertThat(LossExpectation.of(correlated, Semantics.KERNEL)).isEmpty();
    assertThat(of(correlated, Semantics.DOCUMENTED).inflation()).isCloseTo(5 / 3.0, within(1e-9));
  }

  @Test
  void boundsHoldWhatChanceAllows() {
    CountBounds bounds = CountBounds.of(new LossExpectation(0.01, 1), 10_000).orElseThrow();
    assertThat(bounds.holds(100)).isTrue();
    assertThat(bounds.holds(60)).isFalse();
    assertThat(bounds.holds(150)).isFalse();
    assertThat(CountBounds.of(new LossExpectation(0.01, 10), 1_000)).isEmpty();
  }

  private static LossExpectation of(Loss loss, Semantics semantics) {
    return LossExpectation.of(loss, semantics).orElseThrow();
  }
}
