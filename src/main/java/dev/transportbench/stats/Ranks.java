package dev.transportbench.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Ranks of values, doubled so that the middle rank of tied ones is whole.
 *
 * @param doubled in the order of the values
 * @param tieSum Σ(t³ − t) over groups of t equal values; 0 without ties
 */
record Ranks(int[] doubled, double tieSum) {

  static Ranks of(double[] values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] doubled = new int[values.length];
    double tieSum = 0;
    int from = 0;
    while (from < order.length) {
      int to = from;
      while (to + 1 < order.length && values[order[to + 1]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i <= to; i++) {
        doubled[order[i]] = from + to + 2;
      }
      double t = to - from + 1.0;
      tieSum += t * t * t - t;
      from = to + 1;
    }
    return new Ranks(doubled, tieSum);
  }

  boolean tied() {
    return tieSum > 0;
  }

  /** 2, 4, 6 …: those of n unlike values. */
  static int[] untied(int n) {
    return IntStream.rangeClosed(1, n).map(rank -> 2 * rank).toArray();
  }

  static double[] concat(double[]... groups) {
    return Arrays.stream(groups).flatMapToDouble(Arrays::stream).toArray();
  }
}
