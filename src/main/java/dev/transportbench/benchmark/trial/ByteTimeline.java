package dev.transportbench.benchmark.trial;

import java.util.Arrays;

/** Bytes over time, by tenths of a second since the start. */
final class ByteTimeline {
  static final int BIN_MILLIS = 100;
  private static final long BIN_NANOS = BIN_MILLIS * 1_000_000L;
  private static final int FIRST_BINS = 128;

  private long[] bins = new long[FIRST_BINS];
  private long startNanos;
  private int used;

  /** Forgets what was counted. */
  void start(long nanoTime) {
    Arrays.fill(bins, 0);
    used = 0;
    startNanos = nanoTime;
  }

  void add(long nanoTime, long bytes) {
    int bin = (int) ((nanoTime - startNanos) / BIN_NANOS);
    if (bin >= bins.length) {
      bins = Arrays.copyOf(bins, Math.max(bin + 1, 2 * bins.length));
    }
    bins[bin] += bytes;
    used = Math.max(used, bin + 1);
  }

  /** One value for each tenth of a second, up to the last in which a byte came. */
  long[] bytes() {
    return Arrays.copyOf(bins, used);
  }

  /** How many tenths of a second were counted. */
  int length() {
    return used;
  }

  /** In the tenths of a second from one to before another. */
  long bytes(int fromBin, int toBin) {
    long sum = 0;
    for (int bin = fromBin; bin < Math.min(toBin, used); bin++) {
      sum += bins[bin];
    }
    return sum;
  }
}
