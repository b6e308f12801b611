package dev.transportbench.benchmark.forensics;

/**
 * Round trip and its variation as a sender keeps them: RFC 6298 section 2, and the same in RFC 9002
 * section 5.3. All in ns.
 */
public final class RttEstimator {
  private static final double ALPHA = 1.0 / 8;
  private static final double BETA = 1.0 / 4;

  private double smoothed;
  private double variation;
  private double least;

  /**
   * @param firstNanos the round trip when nothing else is known yet
   */
  public RttEstimator(double firstNanos) {
    smoothed = firstNanos;
    variation = firstNanos / 2;
    least = firstNanos;
  }

  /** Takes in one round trip of a packet that was sent once. */
  public void add(double nanos) {
    variation += BETA * (Math.abs(smoothed - nanos) - variation);
    smoothed += ALPHA * (nanos - smoothed);
    least = Math.min(least, nanos);
  }

  public double smoothed() {
    return smoothed;
  }

  public double variation() {
    return variation;
  }

  public double least() {
    return least;
  }
}
