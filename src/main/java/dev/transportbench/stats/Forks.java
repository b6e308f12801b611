package dev.transportbench.stats;

import java.util.Arrays;

/**
 * The values of one figure on one side of a comparison: by fork, then by iteration. Values that are
 * not finite are left out, and so are forks that hold none; {@link #dropped} counts them.
 */
public final class Forks {
  private final double[][] values;
  private final double[] means;
  private final int dropped;

  private Forks(double[][] values, int dropped) {
    this.values = values;
    this.dropped = dropped;
    this.means = Arrays.stream(values).mapToDouble(Spread::mean).toArray();
  }

  /**
   * @param values by fork, then by iteration; forks may be of unlike length
   */
  public static Forks of(double[][] values) {
    int dropped = 0;
    double[][] kept = new double[values.length][];
    int forks = 0;
    for (double[] fork : values) {
      double[] finite = Arrays.stream(fork).filter(Double::isFinite).toArray();
      dropped += fork.length - finite.length;
      if (finite.length > 0) {
        kept[forks++] = finite;
      }
    }
    return new Forks(Arrays.copyOf(kept, forks), dropped);
  }

  /** One value a fork. */
  public static Forks ofMeans(double... means) {
    double[][] values = new double[means.length][];
    for (int i = 0; i < means.length; i++) {
      values[i] = new double[] {means[i]};
    }
    return of(values);
  }

  /** Forks that hold at least one finite value. */
  public int count() {
    return values.length;
  }

  /** Values that were not finite, {@code NaN} for one. */
  public int dropped() {
    return dropped;
  }

  /** The mean of each fork's iterations. */
  public double[] means() {
    return means.clone();
  }

  /** The mean over forks, each fork with the same weight; NaN without forks. */
  public double mean() {
    return Spread.mean(means);
  }

  /** The iterations of one fork. Not a copy. */
  double[] iterations(int fork) {
    return values[fork];
  }

  /** All values multiplied, to change their unit. */
  public Forks times(double factor) {
    double[][] scaled = new double[values.length][];
    for (int i = 0; i < values.length; i++) {
      scaled[i] = Arrays.stream(values[i]).map(value -> value * factor).toArray();
    }
    return new Forks(scaled, dropped);
  }

  /** These forks and others of the same figure, in the same unit. */
  public Forks and(Forks more) {
    double[][] all = Arrays.copyOf(values, values.length + more.values.length);
    System.arraycopy(more.values, 0, all, values.length, more.values.length);
    return new Forks(all, dropped + more.dropped);
  }
}
