package dev.transportbench.stats;

import java.util.Arrays;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

/**
 * Wilcoxon's signed-rank test for base and head that ran in pairs, a block each: whether the
 * differences lie about zero. Pairs without a difference are left out, as Wilcoxon did. Exact up to
 * {@value #EXACT_LIMIT} pairs, ties included. Six pairs give p = .031 at best: where many cells are
 * judged at once, {@link MannWhitney} on the same forks reaches further.
 */
public final class SignedRank {
  static final int EXACT_LIMIT = 100;

  private SignedRank() {}

  /**
   * @param w sum of the ranks of positive differences
   * @param p two-sided
   * @param effect matched-pairs rank-biserial: 1 when head is larger in every pair
   * @param pairs with a difference
   */
  public record Result(double w, double p, double effect, int pairs, boolean exact) {}

  /**
   * @throws IllegalArgumentException when the sides are of unlike length
   */
  public static Result test(double[] base, double[] head) {
    if (base.length != head.length) {
      throw new IllegalArgumentException("pairs: %d and %d".formatted(base.length, head.length));
    }
    double[] all = new double[base.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = head[i] - base[i];
    }
    double[] differences = Arrays.stream(all).filter(d -> d != 0).toArray();
    if (differences.length == 0) {
      return new Result(0, 1, 0, 0, true);
    }
    Ranks ranks = Ranks.of(Arrays.stream(differences).map(Math::abs).toArray());
    int doubledSum = 0;
    for (int i = 0; i < differences.length; i++) {
      doubledSum += differences[i] > 0 ? ranks.doubled()[i] : 0;
    }
    int doubledAll = Arrays.stream(ranks.doubled()).sum();
    double effect = 2.0 * doubledSum / doubledAll - 1;
    boolean exact = differences.length <= EXACT_LIMIT;
    double p;
    if (exact && ranks.tied()) {
      p = RankSums.twoSided(RankSums.signed(ranks.doubled()), doubledSum);
    } else {
      p =
          WilcoxonSignedRankTest.withDefaults()
              .with(exact ? PValueMethod.EXACT : PValueMethod.ASYMPTOTIC)
              .test(differences)
              .getPValue();
    }
    return new Result(doubledSum / 2.0, p, effect, differences.length, exact);
  }
}
