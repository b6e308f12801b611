package dev.transportbench.benchmark.forensics;

import org.HdrHistogram.Histogram;

/** Latencies of the RPCs during which no packet was lost, since the impairment was set. */
final class Clean {
  private static final double[] QUANTILES = {0.99, 0.95, 0.9, 0.5};
  private static final int LEAST_ABOVE = 10;

  private final Histogram nanos = new Histogram(3);

  void add(long latencyNanos) {
    nanos.recordValue(Math.max(0, latencyNanos));
  }

  long count() {
    return nanos.getTotalCount();
  }

  double medianNanos() {
    return nanos.getValueAtPercentile(50);
  }

  /** The p99, or while there are too few for it the highest quantile with ten values above. */
  double thresholdNanos() {
    for (double quantile : QUANTILES) {
      if (Math.round(count() * (1 - quantile)) >= LEAST_ABOVE) {
        return nanos.getValueAtPercentile(100 * quantile);
      }
    }
    return nanos.getMaxValue();
  }
}
