package dev.transportbench.stats;

/** Means and how values scatter about them. */
public final class Spread {
  private Spread() {}

  /** NaN without values. */
  public static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** The square root of the sum of squares over n − 1; NaN below two values. */
  public static double deviation(double[] values) {
    return values.length < 2 ? Double.NaN : Math.sqrt(squares(values) / (values.length - 1));
  }

  /** Coefficient of variation: deviation over mean; NaN below two values. */
  public static double variation(double[] values) {
    double mean = mean(values);
    if (mean == 0 || values.length < 2) {
      return deviation(values) / Math.abs(mean);
    }
    return Math.sqrt(relativeSquares(values) / (values.length - 1));
  }

  /**
   * The coefficient of variation of both sides as one, each side about its own mean: √((ssq(base) /
   * mean² + ssq(head) / mean²) / (n + m − 2)). NaN below three values in all.
   */
  public static double pooledVariation(double[] base, double[] head) {
    int freedom = base.length + head.length - 2;
    if (freedom < 1) {
      return Double.NaN;
    }
    return Math.sqrt((relativeSquares(base) + relativeSquares(head)) / freedom);
  }

  /** (largest − least) over the mean. */
  static double relativeRange(double[] values) {
    double least = Double.POSITIVE_INFINITY;
    double largest = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      least = Math.min(least, value);
      largest = Math.max(largest, value);
    }
    return largest == least ? 0 : (largest - least) / Math.abs(mean(values));
  }

  private static double squares(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum;
  }

  /** Over mean²; divided before it is squared, as what is squared has half the range. */
  private static double relativeSquares(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      double apart = (value - mean) / mean;
      sum += apart * apart;
    }
    return sum;
  }
}
