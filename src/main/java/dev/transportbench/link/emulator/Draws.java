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
    DELAY
  }

  Draws(long seed, Direction direction, Purpose purpose) {
    long stream = 1 + direction.ordinal() + 2L * purpose.ordinal();
    start = mix(mix(seed + GAMMA) + stream * GAMMA);
  }

  /** From 0, included, to 1, excluded. */
  double uniform(long index) {
    return (bits(index) >>> 11) * ULP;
  }

  /** Mean 0, standard deviation 1 (Box and Muller's transform). */
  double normal(long index) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform(2 * index)));
    return radius * StrictMath.cos(2 * StrictMath.PI * uniform(2 * index + 1));
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
