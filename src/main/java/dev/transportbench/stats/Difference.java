package dev.transportbench.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much larger one mean is than another: Welch's interval, which does not take both sides'
 * spreads for the same (Welch, The generalization of "Student's" problem when several different
 * population variances are involved, Biometrika 34, 1947).
 */
public final class Difference {
  private Difference() {}

  /**
   * mean(head) − mean(base), over forks; each side needs two.
   *
   * @param confidence .95
   */
  public static Interval of(Forks base, Forks head, double confidence) {
    double ofBase = varianceOfMean(base);
    double ofHead = varianceOfMean(head);
    double estimate = head.mean() - base.mean();
    double variance = ofBase + ofHead;
    if (variance == 0) {
      return new Interval(estimate, estimate, estimate, confidence);
    }
    double freedom =
        variance
            * variance
            / (ofBase * ofBase / (base.count() - 1) + ofHead * ofHead / (head.count() - 1));
    double half =
        TDistribution.of(freedom).inverseSurvivalProbability((1 - confidence) / 2)
            * Math.sqrt(variance);
    return new Interval(estimate, estimate - half, estimate + half, confidence);
  }

  private static double varianceOfMean(Forks forks) {
    if (forks.count() < 2) {
      throw new IllegalArgumentException("needs two forks a side");
    }
    double mean = forks.mean();
    double squares = Arrays.stream(forks.means()).map(x -> (x - mean) * (x - mean)).sum();
    return squares / (forks.count() - 1) / forks.count();
  }
}
