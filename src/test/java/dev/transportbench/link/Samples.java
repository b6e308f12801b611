package dev.transportbench.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Two samples compared, for tests. */
public final class Samples {
  private Samples() {}

  /** Kolmogorov's and Smirnov's largest distance of two samples. */
  public static double distance(double[] a, double[] b) {
    double[] x = a.clone();
    double[] y = b.clone();
    Arrays.sort(x);
    Arrays.sort(y);
    double largest = 0;
    int i = 0;
    int j = 0;
    while (i < x.length && j < y.length) {
      double value = Math.min(x[i], y[j]);
      while (i < x.length && x[i] <= value) {
        i++;
      }
      while (j < y.length && y[j] <= value) {
        j++;
      }
      largest = Math.max(largest, Math.abs((double) i / x.length - (double) j / y.length));
    }
    return largest;
  }

  /** What lies together: its share of all and its median. */
  public record Mass(double share, double median) {}

  /** Cuts a sample wherever nothing lies for {@code gap}. */
  public static List<Mass> masses(double[] sample, double gap) {
    double[] x = sample.clone();
    Arrays.sort(x);
    List<Mass> masses = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= x.length; i++) {
      if (i == x.length || x[i] - x[i - 1] > gap) {
        masses.add(new Mass((double) (i - start) / x.length, x[(start + i - 1) / 2]));
        start = i;
      }
    }
    return masses;
  }

  /**
   * Whether the means of two series agree within 99.9 % bounds; what is near in a series may depend
   * on each other: the error is that of the means of 200 blocks.
   */
  public static boolean agree(double[] a, double[] b) {
    double error = Math.hypot(blockError(a), blockError(b));
    return Math.abs(mean(a) - mean(b)) <= 3.29 * error + 1e-12;
  }

  public static double mean(double[] a) {
    return Arrays.stream(a).average().orElse(0);
  }

  private static double blockError(double[] a) {
    int blocks = Math.min(200, a.length);
    int length = a.length / blocks;
    double[] means =
        IntStream.range(0, blocks)
            .mapToDouble(i -> mean(Arrays.copyOfRange(a, i * length, (i + 1) * length)))
            .toArray();
    double mean = mean(means);
    double variance = Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum() / (blocks - 1);
    return Math.sqrt(variance / blocks);
  }

  /** Lengths of the runs of ones. */
  public static double[] runs(double[] ones) {
    List<Double> runs = new ArrayList<>();
    int run = 0;
    for (double one : ones) {
      if (one > 0) {
        run++;
      } else if (run > 0) {
        runs.add((double) run);
        run = 0;
      }
    }
    return runs.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Correlation of each value with the next. */
  public static double lagOne(double[] x) {
    double mean = mean(x);
    double product = 0;
    double square = 0;
    for (int i = 0; i < x.length; i++) {
      square += (x[i] - mean) * (x[i] - mean);
      product += i == 0 ? 0 : (x[i] - mean) * (x[i - 1] - mean);
    }
    return product / square;
  }
}
