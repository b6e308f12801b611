package dev.transportbench.stats;

import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The minimum detectable effect of the rule that {@link Family} judges by: the change that two sets
 * of forks find with {@value #POWER} power, when it is the only one in its family.
 *
 * <p>By simulation where few forks make p coarse. A run of the rule on normal noise finds any shift
 * above a threshold of its own, which can be read off: the one at which enough of the differences
 * between head and base are positive for Mann–Whitney, and the one at which the interval reaches
 * out of the band. The effect is the quantile of these thresholds. The noise is not known but
 * estimated from the forks themselves, so each run is divided by an estimate drawn for it; without
 * that, the effect stated by six forks would be found 85 times in a hundred instead of 90.
 */
public final class DetectableEffect {
  static final double POWER = 0.9;

  /** A little above the power promised, for the simulation's own error. */
  private static final double QUANTILE = 0.91;

  private static final int RUNS = 4000;
  private static final double STEP = 0.01;
  private static final int SIMULATED_FORKS = MannWhitney.EXACT_LIMIT;
  private static final int MOST_FORKS = 1000;
  private static final Map<String, Double> STUDENT = new ConcurrentHashMap<>();
  private static final Map<String, DetectableEffect> CACHE = new ConcurrentHashMap<>();

  /** Per run, for noise of 1: the least shift that the test finds. */
  private final double[] byTest;

  /** Per run, likewise: how far out the interval reaches without a shift. */
  private final double[] farEnds;

  private final Map<Integer, Double> byEdge = new ConcurrentHashMap<>();

  private DetectableEffect(double[] byTest, double[] farEnds) {
    this.byTest = byTest;
    this.farEnds = farEnds;
  }

  /**
   * As a share of base; at least the band, and infinite when even sides that do not overlap would
   * not be significant in such a family.
   *
   * @param variation fork-to-fork coefficient of variation, pooled
   * @param family comparisons that are judged together
   */
  public static double of(int base, int head, double variation, double band, int family) {
    return of(base, head, variation, band, family, Family.ALPHA);
  }

  /**
   * Of one look of several.
   *
   * @param level what the look may spend on the family: {@link Look#alpha}
   */
  static double of(int base, int head, double variation, double band, int family, double level) {
    double alpha = level / family;
    if (MannWhitney.leastP(base, head) > alpha) {
      return Double.POSITIVE_INFINITY;
    }
    int fewBase = Math.min(base, SIMULATED_FORKS);
    int fewHead = Math.min(head, SIMULATED_FORKS);
    // Beyond what is simulated an effect shrinks as the standard error does.
    double scale = Math.sqrt((1.0 / base + 1.0 / head) / (1.0 / fewBase + 1.0 / fewHead));
    double shift = simulated(fewBase, fewHead, alpha, level).quantile(scale * variation, band);
    return Math.max(band, Math.expm1(shift));
  }

  /**
   * Forks a side, all in all, that would come to a verdict in nine runs of ten if the change were
   * what it seems: found significant when it is outside the band, shown to be inside otherwise.
   *
   * @param change estimated, as a share of base
   * @return {@link Integer#MAX_VALUE} when it would take more than {@value #MOST_FORKS}
   */
  public static int neededForks(double change, double variation, double band, int family) {
    return neededForks(change, variation, band, family, Family.ALPHA);
  }

  static int neededForks(double change, double variation, double band, int family, double level) {
    double size = Math.abs(change);
    int few = Family.LEAST_FORKS - 1;
    int many = MOST_FORKS + 1;
    while (many - few > 1) {
      int n = (few + many) / 2;
      boolean enough =
          size > band
              ? of(n, n, variation, band, family, level) <= size
              : halfWidth(n, n, variation, level) + deviations(n, variation) <= band - size;
      if (enough) {
        many = n;
      } else {
        few = n;
      }
    }
    return many > MOST_FORKS ? Integer.MAX_VALUE : many;
  }

  private static double deviations(int n, double variation) {
    return NormalDistribution.of(0, 1).inverseSurvivalProbability(1 - POWER)
        * variation
        * Math.sqrt(2.0 / n);
  }

  /** Of the interval about the ratio. */
  private static double halfWidth(int base, int head, double variation, double level) {
    int freedom = base + head - 2;
    return STUDENT.computeIfAbsent(
            freedom + "," + level,
            key -> TDistribution.of(freedom).inverseSurvivalProbability(level / 2))
        * variation
        * Math.sqrt(1.0 / base + 1.0 / head);
  }

  static DetectableEffect simulated(int base, int head, double alpha, double level) {
    int least = MannWhitney.leastU(base, head, alpha);
    return CACHE.computeIfAbsent(
        base + "," + head + "," + least + "," + level, key -> simulate(base, head, least, level));
  }

  private static DetectableEffect simulate(int base, int head, int leastU, double level) {
    SplittableRandom seeds = new SplittableRandom(1);
    double[] byTest = new double[RUNS];
    double[] farEnds = new double[RUNS];
    int freedom = base + head - 2;
    double halfWidth = halfWidth(base, head, 1, level);
    for (int run = 0; run < RUNS; run++) {
      Random noise = new Random(seeds.nextLong());
      double[] b = normals(noise, base);
      double[] h = normals(noise, head);
      double squares = 0;
      for (int i = 0; i < freedom; i++) {
        double z = noise.nextGaussian();
        squares += z * z;
      }
      double estimated = Math.sqrt(squares / freedom);
      double[] differences = HodgesLehmann.differences(b, h);
      // At this shift the leastU largest differences have become positive.
      byTest[run] = -differences[differences.length - leastU] / estimated;
      double own = deviation(b, h);
      farEnds[run] = (Spread.mean(h) - Spread.mean(b) + halfWidth * own) / estimated;
    }
    return new DetectableEffect(byTest, farEnds);
  }

  private static double[] normals(Random noise, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = noise.nextGaussian();
    }
    return values;
  }

  private static double deviation(double[] base, double[] head) {
    double b = Spread.deviation(base);
    double h = Spread.deviation(head);
    int nb = base.length - 1;
    int nh = head.length - 1;
    return Math.sqrt((nb * b * b + nh * h * h) / (nb + nh));
  }

  /** On a logarithmic scale. */
  double quantile(double variation, double band) {
    double edge = Math.log1p(band);
    // In units of the noise, rounded up to the next percent: the answer grows with it.
    double inNoise = edge / variation;
    if (inNoise > 1e6) {
      return edge;
    }
    int step = inNoise == 0 ? Integer.MIN_VALUE : (int) Math.ceil(Math.log(inNoise) / STEP);
    return variation * byEdge.computeIfAbsent(step, key -> quantile(Math.exp(key * STEP)));
  }

  private double quantile(double edge) {
    double[] thresholds = new double[RUNS];
    for (int run = 0; run < RUNS; run++) {
      thresholds[run] = Math.max(byTest[run], edge - farEnds[run]);
    }
    return select(thresholds, (int) Math.ceil(QUANTILE * RUNS) - 1);
  }

  /** The value that would stand at this place if they were sorted; reorders them. */
  private static double select(double[] values, int place) {
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      double pivot = values[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (values[i] < pivot) {
          i++;
        }
        while (values[j] > pivot) {
          j--;
        }
        if (i <= j) {
          double swap = values[i];
          values[i++] = values[j];
          values[j--] = swap;
        }
      }
      if (place <= j) {
        high = j;
      } else if (place >= i) {
        low = i;
      } else {
        break;
      }
    }
    return values[place];
  }
}
