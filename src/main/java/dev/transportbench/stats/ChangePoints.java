package dev.transportbench.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * Where a series changes: E-divisive (Matteson and James, 2014, A nonparametric approach for
 * multiple change point analysis of multivariate data). The place that parts a segment best by the
 * energy distance is kept when few random orders of the segment have a place as good; then both
 * sides are searched. Asks of the values only that they come in no order by chance.
 */
public final class ChangePoints {
  /** Values on each side of a change at least. */
  public static final int LEAST = 3;

  static final double ALPHA = 0.05;
  private static final int ORDERS = 999;
  private static final long SEED = 42;

  private ChangePoints() {}

  /**
   * A change.
   *
   * @param index the first value after it
   * @param p share of random orders with a place as good
   */
  public record Change(int index, double p) {}

  private record Split(int index, double gain) {}

  /** In the series' order; empty for one that is too short or does not change. */
  public static List<Change> of(double[] series) {
    List<Change> changes = new ArrayList<>();
    TreeSet<Integer> bounds = new TreeSet<>(List.of(0, series.length));
    Random random = new Random(SEED);
    boolean found = true;
    while (found) {
      found = false;
      for (int from : List.copyOf(bounds)) {
        Integer to = bounds.higher(from);
        Change change = to == null ? null : in(series, from, to, random);
        if (change != null) {
          changes.add(change);
          bounds.add(change.index());
          found = true;
        }
      }
    }
    changes.sort((a, b) -> Integer.compare(a.index(), b.index()));
    return changes;
  }

  private static Change in(double[] series, int from, int to, Random random) {
    double[] segment = Arrays.copyOfRange(series, from, to);
    Split best = best(segment);
    if (best == null || best.gain() <= 0) {
      return null;
    }
    int asGood = 0;
    for (int order = 0; order < ORDERS; order++) {
      shuffle(segment, random);
      if (best(segment).gain() >= best.gain()) {
        asGood++;
      }
    }
    double p = (asGood + 1.0) / (ORDERS + 1);
    return p <= ALPHA ? new Change(from + best.index(), p) : null;
  }

  /** Null when a segment is too short to be parted. */
  private static Split best(double[] x) {
    int n = x.length;
    if (n < 2 * LEAST) {
      return null;
    }
    double within = 0;
    double right = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        right += Math.abs(x[i] - x[j]);
      }
    }
    double between = 0;
    Split best = new Split(0, Double.NEGATIVE_INFINITY);
    for (int k = 1; k <= n - LEAST; k++) {
      // x[k − 1] goes from the right side to the left.
      double toLeft = 0;
      double toRight = 0;
      for (int i = 0; i < k - 1; i++) {
        toLeft += Math.abs(x[k - 1] - x[i]);
      }
      for (int j = k; j < n; j++) {
        toRight += Math.abs(x[k - 1] - x[j]);
      }
      within += toLeft;
      right -= toRight;
      between += toRight - toLeft;
      if (k >= LEAST) {
        double gain = gain(between, within, right, k, n - k);
        if (gain > best.gain()) {
          best = new Split(k, gain);
        }
      }
    }
    return best;
  }

  /** The energy distance of two samples of m and n values, scaled: their equation 5. */
  private static double gain(double between, double left, double right, int m, int n) {
    double distance =
        2 * between / ((double) m * n)
            - 2 * left / ((double) m * (m - 1))
            - 2 * right / ((double) n * (n - 1));
    return (double) m * n / (m + n) * distance;
  }

  private static void shuffle(double[] values, Random random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      double other = values[i];
      values[i] = values[j];
      values[j] = other;
    }
  }
}
