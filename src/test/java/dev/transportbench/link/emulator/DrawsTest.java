package dev.transportbench.link.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.link.Direction;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.Semantics;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The draws alone, without a socket. */
class DrawsTest {
  private static final int N = 200_000;

  @Test
  void uniformDrawsAreUniform() {
    Draws draws = new Draws(7, Direction.UP, Draws.Purpose.DELAY);
    assertThat(kolmogorovSmirnov(draws::uniform, x -> x)).isLessThan(0.005);
  }

  @Test
  void normalDrawsAreNormal() {
    Draws draws = new Draws(7, Direction.UP, Draws.Purpose.DELAY);
    double[] x = new double[N];
    Arrays.setAll(x, draws::normal);
    double mean = Arrays.stream(x).average().orElseThrow();
    double variance = Arrays.stream(x).map(v -> v * v).average().orElseThrow() - mean * mean;
    assertThat(mean).isCloseTo(0, within(0.01));
    assertThat(Math.sqrt(variance)).isCloseTo(1, within(0.01));
    // Quantiles of the normal distribution, from any table.
    Arrays.sort(x);
    assertThat(x[N / 100]).isCloseTo(-2.3263, within(0.04));
    assertThat(x[N / 2]).isCloseTo(0, within(0.01));
    assertThat(x[N - N / 10]).isCloseTo(1.2816, within(0.02));
    assertThat(x[N - N / 100]).isCloseTo(2.3263, within(0.04));
  }

  @Test
  void streamsAreIndependent() {
    Draws a = new Draws(7, Direction.UP, Draws.Purpose.LOSS);
    for (Draws b :
        new Draws[] {
          new Draws(7, Direction.DOWN, Draws.Purpose.LOSS),
          new Draws(7, Direction.UP, Draws.Purpose.DELAY),
          new Draws(8, Direction.UP, Draws.Purpose.LOSS)
        }) {
      double product = 0;
      for (int i = 0; i < N; i++) {
        product += (a.uniform(i) - 0.5) * (b.uniform(i) - 0.5);
      }
      assertThat(12 * product / N).isCloseTo(0, within(0.01));
    }
  }

  @Test
  void neighboursAreIndependent() {
    Draws a = new Draws(7, Direction.UP, Draws.Purpose.LOSS);
    double product = 0;
    for (int i = 0; i < N; i++) {
      product += (a.uniform(i) - 0.5) * (a.uniform(i + 1) - 0.5);
    }
    assertThat(12 * product / N).isCloseTo(0, within(0.01));
  }

  @Test
  void theSameSeedLosesTheSamePackets() {
    assertThat(lost(3, 0)).isEqualTo(lost(3, 0));
    assertThat(lost(3, 0)).isNotEqualTo(lost(4, 0));
    assertThat(lost(3, 0).cardinality()).isBetween(900, 1100);
  }

  /** Small seeds, as forks have, must not share what becomes of the first packets. */
  @Test
  void theFirstPacketsAreAsUnluckyAsAnyOverSeeds() {
    int seeds = 4000;
    int first = 150;
    double share = 0.005;
    int none = 0;
    double lost = 0;
    for (int seed = 0; seed < seeds; seed++) {
      Draws draws = new Draws(seed, Direction.UP, Draws.Purpose.LOSS);
      int here = 0;
      for (int i = 0; i < first; i++) {
        here += draws.uniform(i) < share ? 1 : 0;
      }
      lost += here;
      none += here == 0 ? 1 : 0;
    }
    // Binomial: 0.75 lost on average, and nothing in 0.995^150 = 47.1 % of seeds; 4 sigma each.
    assertThat(lost / seeds).isCloseTo(first * share, within(0.055));
    assertThat((double) none / seeds).isCloseTo(Math.pow(1 - share, first), within(0.032));
  }

  @Test
  void delaysDoNotShiftLosses() {
    assertThat(lost(3, 2_500_000)).isEqualTo(lost(3, 0));
  }

  private static BitSet lost(long seed, long jitterNanos) {
    Impairment asked = new Impairment(15_000_000, jitterNanos, JitterDistribution.NORMAL, 0.01);
    Treatment treatment =
        new Treatment(asked, Semantics.DOCUMENTED, Direction.UP, seed, 0, 16, null);
    BitSet lost = new BitSet();
    for (int i = 0; i < 100_000; i++) {
      if (treatment.loss.loses(i)) {
        lost.set(i);
      } else {
        treatment.drawDeviation(i, 0);
      }
    }
    return lost;
  }

  private interface Distribution {
    double atMost(double x);
  }

  private static double kolmogorovSmirnov(IntToDoubleFunction draw, Distribution distribution) {
    double[] x = new double[N];
    Arrays.setAll(x, draw);
    Arrays.sort(x);
    double largest = 0;
    for (int i = 0; i < N; i++) {
      double expected = distribution.atMost(x[i]);
      largest = Math.max(largest, Math.abs(expected - (double) i / N));
      largest = Math.max(largest, Math.abs(expected - (i + 1.0) / N));
    }
    return largest;
  }
}
