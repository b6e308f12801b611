package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.benchmark.trial.Arrivals.Cadence;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArrivalsTest {

  private static long[] times(Cadence cadence, double perSecond, long seed, int count) {
    Arrivals arrivals = Arrivals.of(cadence, perSecond, seed);
    long[] times = new long[count];
    Arrays.setAll(times, i -> arrivals.nextNanos());
    return times;
  }

  @ParameterizedTest
  @EnumSource(Cadence.class)
  void theRateHoldsAndTimesAscend(Cadence cadence) {
    long[] times = times(cadence, 90, 7, 27_000);
    assertThat(times).isSorted();
    assertThat(times[0]).isPositive();
    // 300 s; four standard deviations of 27,000 Poisson arrivals are 2.4 %.
    assertThat(times[26_999] / 1e9).isCloseTo(300, within(7.5));
    assertThat(times(cadence, 90, 7, 100)).isEqualTo(Arrays.copyOf(times, 100));
  }

  @Test
  void constantGapsDoNotDrift() {
    long[] times = times(Cadence.CONSTANT, 3, 0, 3_000_000);
    assertThat(times[0]).isEqualTo(333_333_333);
    assertThat(times[2_999_999]).isEqualTo(1_000_000_000_000_000L);
  }

  @Test
  void poissonGapsAreExponential() {
    long[] times = times(Cadence.POISSON, 1000, 7, 100_000);
    double square = 0;
    int long1 = 0;
    for (int i = 1; i < times.length; i++) {
      double gap = (times[i] - times[i - 1]) / 1e6;
      square += gap * gap;
      long1 += gap > 1 ? 1 : 0;
    }
    // E(gap²) = 2 · mean², and e⁻¹ of all gaps are longer than the mean.
    assertThat(square / times.length).isCloseTo(2, within(0.08));
    assertThat((double) long1 / times.length).isCloseTo(Math.exp(-1), within(0.007));
  }

  @Test
  void fireflyLeavesInStepWithItsTicks() {
    long[] times = times(Cadence.FIREFLY, 250, 7, 1000);
    assertThat(Arrays.stream(times).allMatch(time -> time % Arrivals.TICK_NANOS == 0)).isTrue();
    // Two or three at each tick.
    assertThat(Arrays.stream(times).filter(time -> time == times[0]).count()).isBetween(2L, 3L);
  }
}
