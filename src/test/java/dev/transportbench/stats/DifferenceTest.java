package dev.transportbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DifferenceTest {

  /** By hand: means 2 and 6; variances of the means 1/3 and 4/3; 3.2 … degrees, t of 3.07. */
  @Test
  void isWelchs() {
    Interval found = Difference.of(Forks.ofMeans(1, 2, 3), Forks.ofMeans(4, 6, 8), 0.95);
    double freedom = Math.pow(5.0 / 3, 2) / (1.0 / 9 / 2 + 16.0 / 9 / 2);
    assertThat(freedom).isCloseTo(2.941, within(0.001));
    assertThat(found.estimate()).isEqualTo(4);
    // t(.975) is 3.182 at 3 degrees and 4.303 at 2.
    assertThat(found.high() - found.estimate()).isBetween(3.182 * 1.29, 3.30 * 1.30);
    assertThat(found.estimate() - found.low())
        .isCloseTo(found.high() - found.estimate(), within(1e-9));
  }

  @Test
  void coversTheTruthAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(7);
    int covered = 0;
    int runs = 2_000;
    for (int i = 0; i < runs; i++) {
      Interval found = Difference.of(forks(random, 10, 1), forks(random, 13, 3), 0.95);
      if (found.low() <= 3 && found.high() >= 3) {
        covered++;
      }
    }
    assertThat((double) covered / runs).isBetween(0.935, 0.965);
  }

  private static Forks forks(SplittableRandom random, double mean, double deviation) {
    double[] means = new double[6];
    for (int i = 0; i < means.length; i++) {
      means[i] = random.nextGaussian(mean, deviation);
    }
    return Forks.ofMeans(means);
  }

  @Test
  void withoutSpreadItIsAPoint() {
    Interval found = Difference.of(Forks.ofMeans(5, 5), Forks.ofMeans(7, 7), 0.95);
    assertThat(found.low()).isEqualTo(2);
    assertThat(found.high()).isEqualTo(2);
  }

  @Test
  void oneForkHasNone() {
    assertThatThrownBy(() -> Difference.of(Forks.ofMeans(5), Forks.ofMeans(7, 7), 0.95))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
