package dev.transportbench.link.emulator;

import java.util.Arrays;

/**
 * Counts durations by size, to within 1 %. Plain arrays for one thread: cheaper than a concurrent
 * histogram, and recording allocates nothing.
 */
final class LogHistogram {
  // Each doubling is cut into 128 parts.
  private static final int PART_BITS = 7;
  private static final int PARTS = 1 << PART_BITS;
  private static final int HIGHEST_BIT = 46; // 39 hours in ns

  private final long[] counts;
  private long total;
  private long max;

  LogHistogram() {
    counts = new long[(HIGHEST_BIT - PART_BITS + 2) * PARTS];
  }

  private LogHistogram(LogHistogram other) {
    counts = other.counts.clone();
    total = other.total;
    max = other.max;
  }

  /** Counts one; below zero as zero. */
  void record(long nanos) {
    long value = Math.max(0, nanos);
    counts[Math.min(index(value), counts.length - 1)]++;
    total++;
    max = Math.max(max, value);
  }

  long total() {
    return total;
  }

  /** The largest, exact; 0 when there is none. */
  long max() {
    return max;
  }

  /**
   * The smallest duration that a fraction of all does not exceed; 0 when there is none.
   *
   * @param fraction 0 to 1
   */
  long quantile(double fraction) {
    long wanted = Math.max(1, (long) Math.ceil(fraction * total));
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return Math.min(middle(i), max);
      }
    }
    return 0;
  }

  void reset() {
    Arrays.fill(counts, 0);
    total = 0;
    max = 0;
  }

  LogHistogram copy() {
    return new LogHistogram(this);
  }

  private static int index(long value) {
    int shift = Math.max(0, 63 - PART_BITS - Long.numberOfLeadingZeros(value));
    return shift * PARTS + (int) (value >>> shift);
  }

  private static long middle(int index) {
    int shift = Math.max(0, index / PARTS - 1);
    long low = (long) (index - shift * PARTS) << shift;
    return low + (1L << shift >> 1);
  }
}
