package dev.transportbench.link.emulator;

/**
 * Random numbers as the kernel's netem makes them: each is a weighted mean of a fresh one and the
 * one before, in 32-bit integers. So they crowd about the middle the more, the stronger they are
 * correlated, which is why a correlated loss of 5 % loses next to nothing there; and the lower bits
 * hardly correlate, which is why tables of delays, indexed by them, do not notice.
 */
final class KernelRandom {
  private static final long ALL = 1L << 32;

  private final Draws draws;
  private final long weightOfLast;
  private long last;

  /**
   * @param correlation 0 to 1; 0: the draws as they are
   */
  KernelRandom(Draws draws, double correlation) {
    this.draws = draws;
    weightOfLast = correlation == 0 ? 0 : scaled(correlation) + 1;
    // A number that no packet draws.
    last = draws.bits32(-1);
  }

  /** A probability in the kernel's 32 bits. */
  static long scaled(double probability) {
    return Math.round(probability * (ALL - 1));
  }

  /** From 0 to 2^32 − 1. */
  long next(long index) {
    long fresh = draws.bits32(index);
    if (weightOfLast == 0) {
      return fresh;
    }
    // Both products are below 2^64 and so is their sum: unsigned arithmetic holds them.
    last = (fresh * (ALL - weightOfLast) + last * weightOfLast) >>> 32;
    return last;
  }
}
