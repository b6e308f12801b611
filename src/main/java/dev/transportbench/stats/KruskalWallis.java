package dev.transportbench.stats;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Kruskal–Wallis over three or more levels, and Dunn's test of their pairs with Holm's adjustment.
 * Both correct for ties; p is from the χ² and normal approximations, which are rough below five
 * values a level (Dunn, Multiple comparisons using rank sums, Technometrics 6, 1964).
 */
public final class KruskalWallis {
  private KruskalWallis() {}

  /**
   * @param h corrected for ties; 0 when all values are alike
   */
  public record Result(double h, int freedom, double p) {}

  /**
   * Two levels, by their places.
   *
   * @param z positive when the second level ranks higher
   * @param p two-sided, adjusted by Holm over all pairs
   */
  public record Pair(int first, int second, double z, double p) {}

  /** At least two levels, each with a value. */
  public static Result test(List<double[]> levels) {
    Ranks ranks = ranks(levels);
    double n = ranks.doubled().length;
    double[] mean = meanRanks(levels, ranks);
    double sum = 0;
    for (int i = 0; i < mean.length; i++) {
      double off = mean[i] - (n + 1) / 2;
      sum += levels.get(i).length * off * off;
    }
    double ties = 1 - ranks.tieSum() / (n * n * n - n);
    double h = ties == 0 ? 0 : 12 / (n * (n + 1)) * sum / ties;
    int freedom = levels.size() - 1;
    return new Result(h, freedom, ChiSquaredDistribution.of(freedom).survivalProbability(h));
  }

  /** Every pair of levels. */
  public static List<Pair> dunn(List<double[]> levels) {
    Ranks ranks = ranks(levels);
    double n = ranks.doubled().length;
    double[] mean = meanRanks(levels, ranks);
    double variance = n * (n + 1) / 12 - ranks.tieSum() / (12 * (n - 1));
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < mean.length; i++) {
      for (int j = i + 1; j < mean.length; j++) {
        double scale = variance * (1.0 / levels.get(i).length + 1.0 / levels.get(j).length);
        double z = scale == 0 ? 0 : (mean[j] - mean[i]) / Math.sqrt(scale);
        double tail = NormalDistribution.of(0, 1).survivalProbability(Math.abs(z));
        pairs.add(new Pair(i, j, z, Math.min(1, 2 * tail)));
      }
    }
    double[] adjusted = MultipleTests.holm(pairs.stream().mapToDouble(Pair::p).toArray());
    List<Pair> result = new ArrayList<>();
    for (int i = 0; i < adjusted.length; i++) {
      Pair pair = pairs.get(i);
      result.add(new Pair(pair.first, pair.second, pair.z, adjusted[i]));
    }
    return result;
  }

  private static Ranks ranks(List<double[]> levels) {
    return Ranks.of(Ranks.concat(levels.toArray(double[][]::new)));
  }

  private static double[] meanRanks(List<double[]> levels, Ranks ranks) {
    double[] means = new double[levels.size()];
    int next = 0;
    for (int i = 0; i < means.length; i++) {
      int size = levels.get(i).length;
      for (int j = 0; j < size; j++) {
        means[i] += ranks.doubled()[next++] / 2.0;
      }
      means[i] /= size;
    }
    return means;
  }
}
