package dev.transportbench.stats;

import java.util.Arrays;

/**
 * Exact null distributions of rank sums, ties included: every way to deal the ranks that were found
 * is as likely as any other. Counted by adding one rank after the other, which is exact in doubles
 * to about 1e-14 of the whole.
 */
final class RankSums {
  private RankSums() {}

  /**
   * Probabilities of each sum of {@code chosen} ranks drawn without return.
   *
   * @param doubledRanks as {@link Ranks#doubled}; a place in the result is a doubled sum
   */
  static double[] drawn(int[] doubledRanks, int chosen) {
    int total = Arrays.stream(doubledRanks).sum();
    double[][] ways = new double[chosen + 1][total + 1];
    ways[0][0] = 1;
    int seen = 0;
    for (int rank : doubledRanks) {
      seen++;
      for (int k = Math.min(seen, chosen); k >= 1; k--) {
        for (int sum = total; sum >= rank; sum--) {
          ways[k][sum] += ways[k - 1][sum - rank];
        }
      }
    }
    return normalised(ways[chosen]);
  }

  /** Probabilities of each sum of those ranks whose coin falls on heads. */
  static double[] signed(int[] doubledRanks) {
    double[] ways = new double[Arrays.stream(doubledRanks).sum() + 1];
    ways[0] = 1;
    for (int rank : doubledRanks) {
      for (int sum = ways.length - 1; sum >= rank; sum--) {
        ways[sum] += ways[sum - rank];
      }
    }
    return normalised(ways);
  }

  private static double[] normalised(double[] ways) {
    double all = Arrays.stream(ways).sum();
    for (int i = 0; i < ways.length; i++) {
      ways[i] /= all;
    }
    return ways;
  }

  /** The chance of a sum at least as far from the middle as this one, either way. */
  static double twoSided(double[] probabilities, int doubledSum) {
    double middle = 0;
    for (int sum = 0; sum < probabilities.length; sum++) {
      middle += sum * probabilities[sum];
    }
    double distance = Math.abs(doubledSum - middle) - 1e-6;
    double p = 0;
    for (int sum = 0; sum < probabilities.length; sum++) {
      if (Math.abs(sum - middle) >= distance) {
        p += probabilities[sum];
      }
    }
    return Math.min(1, p);
  }
}
