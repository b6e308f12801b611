package dev.transportbench.benchmark.trial;

import java.util.SplittableRandom;

/**
 * When RPCs are meant to leave: an endless, ascending sequence of times, in ns from the start of an
 * iteration. It knows nothing of when they do leave. The same seed gives the same times again.
 */
abstract class Arrivals {

  /** The ways to arrive. */
  enum Cadence {
    /** Each 1/rate after the last. */
    CONSTANT,
    /** Exponential gaps: arrivals of many independent senders. */
    POISSON,
    /**
     * Looked for every 10 ms, as the generator loop of the study {@code firefly} does: at each tick
     * as many as are due, so that they leave in step.
     */
    FIREFLY
  }

  static final long TICK_NANOS = 10_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  static Arrivals of(Cadence cadence, double perSecond, long seed) {
    switch (cadence) {
      case CONSTANT:
        return new Constant(perSecond);
      case POISSON:
        return new Poisson(perSecond, seed);
      default:
        return new Firefly(perSecond, seed);
    }
  }

  /** The next time. */
  abstract long nextNanos();

  private static final class Constant extends Arrivals {
    private final double gapNanos;
    private long index;

    Constant(double perSecond) {
      gapNanos = NANOS_PER_SECOND / perSecond;
    }

    @Override
    long nextNanos() {
      // Multiplied, not summed: no error builds up.
      return Math.round(gapNanos * ++index);
    }
  }

  private static final class Poisson extends Arrivals {
    private final double meanGapNanos;
    private final SplittableRandom random;
    private double atNanos;

    Poisson(double perSecond, long seed) {
      meanGapNanos = NANOS_PER_SECOND / perSecond;
      random = new SplittableRandom(seed);
    }

    @Override
    long nextNanos() {
      atNanos -= meanGapNanos * Math.log(1 - random.nextDouble());
      return Math.round(atNanos);
    }
  }

  private static final class Firefly extends Arrivals {
    private final double perTick;
    private final SplittableRandom random;
    private long tick;
    private int due;

    Firefly(double perSecond, long seed) {
      perTick = perSecond * TICK_NANOS / NANOS_PER_SECOND;
      random = new SplittableRandom(seed);
    }

    @Override
    long nextNanos() {
      while (due == 0) {
        tick++;
        due = (int) perTick;
        due += random.nextDouble() < perTick - due ? 1 : 0;
      }
      due--;
      return tick * TICK_NANOS;
    }
  }
}
