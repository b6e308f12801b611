package dev.transportbench.stats;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Hodges–Lehmann: by how much head is shifted against base, the median of all differences between a
 * value of head and one of base. Its interval is the set of shifts that {@link MannWhitney} would
 * not reject (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd ed., 4.3).
 */
public final class HodgesLehmann {
  private static final Map<String, Double> TAILS = new ConcurrentHashMap<>();

  private HodgesLehmann() {}

  /**
   * In the unit of the values; both sides must hold one.
   *
   * @param confidence asked, .95; few forks may not give it, and the result says what they give
   */
  public static Interval shift(double[] base, double[] head, double confidence) {
    double[] differences = differences(base, head);
    int n = differences.length;
    double alpha = 1 - confidence;
    boolean exact =
        base.length <= MannWhitney.EXACT_LIMIT && head.length <= MannWhitney.EXACT_LIMIT;
    int outside = exact ? outside(base.length, head.length, alpha) : approximate(base, head, alpha);
    double given = exact ? 1 - tails(base.length, head.length, outside) : confidence;
    return new Interval(
        median(differences), differences[outside - 1], differences[n - outside], given);
  }

  /** Sorted. */
  static double[] differences(double[] base, double[] head) {
    double[] differences = new double[base.length * head.length];
    int next = 0;
    for (double h : head) {
      for (double b : base) {
        differences[next++] = h - b;
      }
    }
    Arrays.sort(differences);
    return differences;
  }

  static double median(double[] sorted) {
    int n = sorted.length;
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }

  /** Which difference, counted from 1, is the lower end: at least the first. */
  private static int outside(int base, int head, double alpha) {
    int least = MannWhitney.leastU(base, head, alpha);
    return least < 0 ? 1 : base * head - least + 1;
  }

  /** The chance that the shift lies outside the differences of these places. */
  private static double tails(int base, int head, int place) {
    return TAILS.computeIfAbsent(
        base + "," + head + "," + place,
        key -> {
          double[] sums = RankSums.drawn(Ranks.untied(base + head), head);
          double p = 0;
          for (int u = 0; u < place; u++) {
            p += 2 * sums[head * (head + 1) + 2 * u];
          }
          return Math.min(1, p);
        });
  }

  private static int approximate(double[] base, double[] head, double alpha) {
    double product = (double) base.length * head.length;
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(alpha / 2);
    double spread = Math.sqrt(product * (base.length + head.length + 1) / 12);
    return (int) Math.max(1, Math.round(product / 2 - z * spread));
  }
}
