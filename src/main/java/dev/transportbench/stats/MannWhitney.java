package dev.transportbench.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;

/**
 * Mann–Whitney U: whether values of one side tend to be larger than those of the other. Exact up to
 * {@value #EXACT_LIMIT} forks a side: without ties from the distribution of U (commons-statistics),
 * with ties from that of the midranks found. Above, the normal approximation with its corrections
 * for ties and continuity.
 */
public final class MannWhitney {
  /** Forks a side up to which p is exact. */
  static final int EXACT_LIMIT = 30;

  private static final Map<String, Integer> LEAST_FOR = new ConcurrentHashMap<>();

  private MannWhitney() {}

  /**
   * @param u pairs in which head is larger, tied pairs counting half
   * @param p two-sided
   * @param effect rank-biserial: 1 when all of head is above all of base, −1 below, 0 in between
   * @param exact whether p is exact
   */
  public record Result(double u, double p, double effect, boolean exact, boolean ties) {}

  /** Both sides must hold a value. */
  public static Result test(double[] base, double[] head) {
    Ranks ranks = Ranks.of(Ranks.concat(head, base));
    int doubledSum = 0;
    for (int i = 0; i < head.length; i++) {
      doubledSum += ranks.doubled()[i];
    }
    double u = doubledSum / 2.0 - head.length * (head.length + 1) / 2.0;
    double effect = 2 * u / ((double) base.length * head.length) - 1;
    boolean exact = base.length <= EXACT_LIMIT && head.length <= EXACT_LIMIT;
    double p;
    if (exact && ranks.tied()) {
      p = RankSums.twoSided(RankSums.drawn(ranks.doubled(), head.length), doubledSum);
    } else {
      p =
          MannWhitneyUTest.withDefaults()
              .with(exact ? PValueMethod.EXACT : PValueMethod.ASYMPTOTIC)
              .test(head, base)
              .getPValue();
    }
    // All values alike: the approximation divides by a variance of zero.
    return new Result(u, Double.isNaN(p) ? 1 : p, effect, exact, ranks.tied());
  }

  /** The least p that any data of these sizes can give: that of two sides that do not overlap. */
  public static double leastP(int base, int head) {
    double p = 2;
    for (int i = 1; i <= Math.min(base, head); i++) {
      p *= i / (double) (Math.max(base, head) + i);
    }
    return Math.min(1, p);
  }

  /**
   * The least U (pairs in which head is larger) whose exact two-sided p, without ties, is at most
   * alpha; −1 when no data of these sizes can reach it.
   */
  static int leastU(int base, int head, double alpha) {
    return LEAST_FOR.computeIfAbsent(
        base + "," + head + "," + alpha, key -> computeLeastU(base, head, alpha));
  }

  private static int computeLeastU(int base, int head, double alpha) {
    double[] sums = RankSums.drawn(Ranks.untied(base + head), head);
    int largest = base * head;
    int lowestSum = head * (head + 1);
    double p = 0;
    int least = -1;
    for (int u = largest; 2 * u > largest; u--) {
      p += 2 * sums[lowestSum + 2 * u];
      if (p > alpha) {
        break;
      }
      least = u;
    }
    return least;
  }
}
