package dev.transportbench.stats;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The hierarchical bootstrap of a ratio of means: each resample draws forks with return, and of
 * each drawn fork its iterations with return (Kalibera and Jones, Rigorous benchmarking in
 * reasonable time, ISMM 2013). Seeded: the same data give the same interval.
 *
 * <p>The plain percentile interval is too narrow for few forks (six a side cover 90 % where 95 are
 * asked), so its percentiles are moved outwards by Student's t and √(n / (n − 1)) (Hesterberg, What
 * teachers should know about the bootstrap, The American Statistician 69, 2015, "expanded
 * percentile").
 */
public final class Bootstrap {
  private static final Map<String, Double> STUDENT = new ConcurrentHashMap<>();

  private Bootstrap() {}

  /**
   * The interval of mean(head) / mean(base). Both sides need two forks and a positive mean.
   *
   * @param confidence .95
   * @param resamples 2,000 at least, for the ends to be steady
   */
  public static Interval ratio(
      Forks base, Forks head, double confidence, int resamples, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] ratios = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      ratios[i] = mean(head, random) / mean(base, random);
    }
    Arrays.sort(ratios);
    double tail = tail(base.count(), head.count(), 1 - confidence);
    int place = (int) Math.floor(tail * resamples);
    return new Interval(
        head.mean() / base.mean(), ratios[place], ratios[resamples - 1 - place], confidence);
  }

  /** The share of resamples below the lower end. */
  private static double tail(int base, int head, double alpha) {
    double t =
        STUDENT.computeIfAbsent(
            base + head - 2 + "," + alpha,
            key -> TDistribution.of(base + head - 2.0).inverseSurvivalProbability(alpha / 2));
    double harmonic = 2.0 / (1.0 / base + 1.0 / head);
    return NormalDistribution.of(0, 1)
        .survivalProbability(t * Math.sqrt(harmonic / (harmonic - 1)));
  }

  private static double mean(Forks forks, SplittableRandom random) {
    int count = forks.count();
    double sum = 0;
    for (int i = 0; i < count; i++) {
      double[] iterations = forks.iterations(random.nextInt(count));
      if (iterations.length == 1) {
        sum += iterations[0];
      } else {
        double ofFork = 0;
        for (int j = 0; j < iterations.length; j++) {
          ofFork += iterations[random.nextInt(iterations.length)];
        }
        sum += ofFork / iterations.length;
      }
    }
    return sum / count;
  }
}
