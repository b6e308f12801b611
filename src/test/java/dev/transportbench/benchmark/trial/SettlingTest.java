package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.benchmark.forensics.RttEstimator;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private static final long MILLI = 1_000_000;

  @Test
  void aLinkWithoutADelayNeedsOneRound() {
    assertThat(Settling.of(1500, 0)).isEqualTo(new Settling(1, 256));
    assertThat(Settling.of(3, 0)).isEqualTo(new Settling(1, 3));
  }

  /** 1 − (7/8)^24 is 96 %; what a QUIC probe waits for is then within a twentieth of the end's. */
  @Test
  void afterItsRoundsAConnectionKnowsTheLink() {
    Settling settling = Settling.of(1500, 30 * MILLI);
    assertThat(settling).isEqualTo(new Settling(24, 45));
    RttEstimator estimator = new RttEstimator(0.3 * MILLI);
    for (int i = 0; i < settling.rounds(); i++) {
      estimator.add(30 * MILLI);
    }
    assertThat(estimator.smoothed() / MILLI).isCloseTo(28.8, within(0.1));
    assertThat(estimator.smoothed() + 4 * estimator.variation())
        .isBetween(30.0 * MILLI, 45.0 * MILLI);
  }

  @Test
  void takesTheRoundTripsOfSoManyAtOnce() {
    // 1,500 a second.
    assertThat(Settling.nanos(1500, 30 * MILLI)).isEqualTo(24_000 * MILLI);
    // No more than 256 at once.
    assertThat(Settling.nanos(1536, 600 * MILLI)).isEqualTo(6 * 24 * 600 * MILLI);
    assertThat(Settling.nanos(1, 30 * MILLI)).isEqualTo(24 * 30 * MILLI);
  }
}
