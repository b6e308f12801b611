package dev.transportbench.link.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogHistogramTest {
  @Test
  void quantilesAreWithinOnePercent() {
    Random random = new Random(1);
    LogHistogram histogram = new LogHistogram();
    long[] values = new long[100_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = (long) Math.exp(random.nextDouble() * 25); // 1 ns to 72 s
      histogram.record(values[i]);
    }
    Arrays.sort(values);
    for (double q : new double[] {0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
      long exact = values[(int) Math.ceil(q * values.length) - 1];
      assertThat(histogram.quantile(q)).isCloseTo(exact, withinPercentage(1));
    }
    assertThat(histogram.max()).isEqualTo(values[values.length - 1]);
    assertThat(histogram.quantile(1)).isCloseTo(histogram.max(), withinPercentage(1));
    assertThat(histogram.total()).isEqualTo(values.length);
  }

  @Test
  void smallValuesAreExact() {
    LogHistogram histogram = new LogHistogram();
    for (long value : new long[] {-5, 0, 1, 127, 128, 255}) {
      histogram.record(value);
    }
    assertThat(histogram.quantile(0.2)).isZero();
    assertThat(histogram.quantile(0.5)).isEqualTo(1);
    assertThat(histogram.quantile(0.6)).isEqualTo(127);
    assertThat(histogram.quantile(0.8)).isEqualTo(128);
    assertThat(histogram.quantile(1)).isEqualTo(255);
  }

  @Test
  void takesWhatIsTooLong() {
    LogHistogram histogram = new LogHistogram();
    histogram.record(Long.MAX_VALUE);
    assertThat(histogram.max()).isEqualTo(Long.MAX_VALUE);
    assertThat(histogram.total()).isEqualTo(1);
  }

  @Test
  void aCopyIsApart() {
    LogHistogram histogram = new LogHistogram();
    histogram.record(7);
    LogHistogram copy = histogram.copy();
    histogram.reset();
    assertThat(histogram.total()).isZero();
    assertThat(histogram.quantile(0.5)).isZero();
    assertThat(copy.quantile(0.5)).isEqualTo(7);
  }
}
