package dev.transportbench.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Adjusts p of tests that are judged together. The results stand in the order of the arguments. */
public final class MultipleTests {
  private MultipleTests() {}

  /**
   * Benjamini and Hochberg (1995): of what is called a change, at most the share alpha is none, on
   * average; where nothing has changed at all, the chance of any call is at most alpha.
   */
  public static double[] benjaminiHochberg(double[] p) {
    int m = p.length;
    double[] adjusted = new double[m];
    double least = 1;
    int rank = m;
    for (int i : order(p, false)) {
      least = Math.min(least, p[i] * m / rank--);
      adjusted[i] = least;
    }
    return adjusted;
  }

  /** Holm (1979): the chance of any wrong call among these is at most alpha. */
  public static double[] holm(double[] p) {
    int m = p.length;
    double[] adjusted = new double[m];
    double largest = 0;
    int rank = 0;
    for (int i : order(p, true)) {
      largest = Math.max(largest, Math.min(1, p[i] * (m - rank++)));
      adjusted[i] = largest;
    }
    return adjusted;
  }

  private static int[] order(double[] p, boolean rising) {
    Comparator<Integer> byP = Comparator.comparingDouble(i -> p[i]);
    return IntStream.range(0, p.length)
        .boxed()
        .sorted(rising ? byP : byP.reversed())
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
