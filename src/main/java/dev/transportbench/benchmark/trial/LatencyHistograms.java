package dev.transportbench.benchmark.trial;

import org.HdrHistogram.Histogram;

/** The shape of every latency histogram: ns, three significant digits, up to a minute. */
public final class LatencyHistograms {
  public static final long MAX_NANOS = 60_000_000_000L;

  private LatencyHistograms() {}

  public static Histogram create() {
    return new Histogram(1, MAX_NANOS, 3);
  }
}
