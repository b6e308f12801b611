package dev.transportbench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChangePointsTest {
  private static final int RUNS = 30;

  private static double[] series(Random random, double... levels) {
    double[] series = new double[RUNS * levels.length / 2];
    for (int i = 0; i < series.length; i++) {
      series[i] = levels[i * levels.length / series.length] + random.nextGaussian();
    }
    return series;
  }

  @Test
  void findsEachChangeWhereItIs() {
    List<ChangePoints.Change> changes = ChangePoints.of(series(new Random(3), 100, 106, 100));

    assertThat(changes).extracting(ChangePoints.Change::index).containsExactly(15, 30);
    assertThat(changes).allMatch(change -> change.p() <= 0.05);
  }

  /**
   * Three standard deviations in the middle of thirty runs, found nearly always and nearly there.
   */
  @Test
  void missesFew() {
    int found = 0;
    for (int i = 0; i < 100; i++) {
      found +=
          ChangePoints.of(series(new Random(i), 10, 13)).stream()
                  .anyMatch(change -> Math.abs(change.index() - 15) <= 2)
              ? 1
              : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(95);
  }

  /** At most 5 % of series: 24 of 300 would be seen once in a hundred such tests. */
  @Test
  void raisesFewFalseAlarms() {
    int alarms = 0;
    for (int i = 0; i < 300; i++) {
      alarms += ChangePoints.of(series(new Random(1000 + i), 10, 10)).isEmpty() ? 0 : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(24);
  }

  @Test
  void saysNothingOfAShortOrConstantSeries() {
    assertThat(ChangePoints.of(new double[] {1, 1, 9, 9, 9})).isEmpty();
    assertThat(ChangePoints.of(new double[20])).isEmpty();
  }
}
