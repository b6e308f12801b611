package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;

/**
 * A stream of random numbers that is read by index: what packet n draws depends on seed, direction,
 * purpose and n, and on nothing that was drawn before. So the same seed treats the same packet
 * positions alike, and one impairment never shifts another's draws.
 *
 * <p>The generator is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
 * Generators, 2014) used as a counter. Only pure Java arithmetic, so every machine draws the same.
 */
final class Draws {
  private static final long GAMMA = 0x9e3779b97f4a7c15L;
  private static final double ULP = 0x1p-53;

  private final long start;

  /** What a stream decides. */
  enum Purpose {
    LOSS,
    DELAY,
    LOSS_STATE,
    DUPLICATE,
    CORRUPT,
    CORRUPT_PLACE,
    REORDER,
    RATE,
    SLOT
  }

  Draws(long seed, Direction direction, Purpose purpose) {
    long stream = 1 + direction.ordinal() + 2L * purpose.ordinal();
    start = mix(mix(seed + GAMMA) + stream * GAMMA);
  }

  /** From 0, included, to 1, excluded. */
  double uniform(long index) {
    return unit(bits(index));
  }

  /** 32 bits, as a number from 0 to 2^32 − 1: what the kernel draws. */
  long bits32(long index) {
    return bits(index) >>> 32;
  }

  /**
   * Mean 0, standard deviation 1: Marsaglia's polar method, on a stream of the packet's own, since
   * it takes as many draws as it takes. (Not the one with a cosine: that allocates on some JDKs.)
   */
  double normal(long index) {
    long state = bits(index);
    double x;
    double square;
    do {
      x = 2 * unit(mix(state += GAMMA)) - 1;
      double y = 2 * unit(mix(state += GAMMA)) - 1;
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
  }

  private static double unit(long bits) {
    return (bits >>> 11) * ULP;
  }

  private long bits(long index) {
    return mix(start + (index + 1) * GAMMA);
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
