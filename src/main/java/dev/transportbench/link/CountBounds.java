package dev.transportbench.link;

import java.util.Optional;

/** Between which counts chance keeps how many of so many packets something happened to. */
record CountBounds(double low, double high) {
  /** Quantile of the normal distribution: 99.99 % of draws lie within this many deviations. */
  static final double Z = 3.89;

  /** Fewer expected (or expected not) say nothing. */
  private static final double LEAST_EXPECTED = 10;

  /** Empty when the packets are too few to say anything. */
  static Optional<CountBounds> of(LossExpectation asked, long packets) {
    double p = asked.fraction();
    double expected = packets * p;
    if (p == 0 || p == 1) {
      return Optional.of(new CountBounds(expected, expected));
    }
    double perEvent = Math.max(1, asked.inflation());
    if (expected < LEAST_EXPECTED * perEvent || packets - expected < LEAST_EXPECTED * perEvent) {
      return Optional.empty();
    }
    // The binomial's quantiles by Cornish and Fisher: normal, corrected for skewness.
    double deviation = Math.sqrt(expected * (1 - p) * asked.inflation());
    double skewness = (1 - 2 * p) * perEvent / deviation;
    double correction = (Z * Z - 1) / 6 * skewness;
    return Optional.of(
        new CountBounds(
            expected + deviation * (-Z + correction) - 1,
            expected + deviation * (Z + correction) + 1));
  }

  boolean holds(long count) {
    return count >= low && count <= high;
  }

  /** {@code , which allows 24 to 80}; empty where it is but one. */
  String text() {
    return low == high
        ? ""
        : ", which allows %d to %d".formatted((long) Math.ceil(Math.max(0, low)), (long) high);
  }
}
