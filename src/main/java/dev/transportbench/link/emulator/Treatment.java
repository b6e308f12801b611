package dev.transportbench.link.emulator;

import dev.transportbench.link.Chance;
import dev.transportbench.link.Delay;
import dev.transportbench.link.Direction;
import dev.transportbench.link.Drops;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.Loss;
import dev.transportbench.link.Rate;
import dev.transportbench.link.Semantics;
import java.util.Arrays;

/** One impairment, made ready to be applied to packet after packet. */
final class Treatment {
  final Impairment impairment;
  final Coin duplicate;
  final LossProcess loss;
  final Coin corrupt;
  final Draws corruptPlace;
  final Bottleneck bottleneck;

  private final boolean asKernel;
  private final long startNanos;
  private final boolean hasDrops;
  private final long[] dropped;
  private final Coin early;
  private final DelayProcess delays;
  private long sinceEarly;
  private long drawn = -1;
  private double deviationNanos;

  /**
   * @param before whose bottleneck is taken over when it is the same; may be null
   * @param most packets under way
   */
  Treatment(
      Impairment impairment,
      Semantics semantics,
      Direction direction,
      long seed,
      long startNanos,
      int most,
      Treatment before) {
    this.impairment = impairment;
    this.startNanos = startNanos;
    asKernel = semantics == Semantics.KERNEL;
    duplicate =
        Coin.of(
            duplicate(impairment, semantics),
            semantics,
            new Draws(seed, direction, Draws.Purpose.DUPLICATE));
    loss =
        LossProcess.of(
            impairment.loss(),
            semantics,
            new Draws(seed, direction, Draws.Purpose.LOSS),
            new Draws(seed, direction, Draws.Purpose.LOSS_STATE));
    corrupt =
        Coin.of(impairment.corrupt(), semantics, new Draws(seed, direction, Draws.Purpose.CORRUPT));
    corruptPlace = new Draws(seed, direction, Draws.Purpose.CORRUPT_PLACE);
    early =
        Coin.of(
            impairment.reorder().chance(),
            semantics,
            new Draws(seed, direction, Draws.Purpose.REORDER));
    delays =
        DelayProcess.of(
            impairment.delay(), semantics, new Draws(seed, direction, Draws.Purpose.DELAY));
    hasDrops = !impairment.drops().isNone();
    dropped = impairment.drops().packets().stream().mapToLong(Long::longValue).sorted().toArray();
    bottleneck = bottleneck(direction, seed, most, before);
  }

  /** {@code tc} tells the kernel of this correlation only together with another. */
  private static Chance duplicate(Impairment impairment, Semantics semantics) {
    Chance asked = impairment.duplicate();
    boolean told =
        impairment.delay().correlation() > 0
            || impairment.loss() instanceof Loss.Random random && random.correlation() > 0;
    return semantics == Semantics.KERNEL && !told ? new Chance(asked.probability(), 0) : asked;
  }

  private Bottleneck bottleneck(Direction direction, long seed, int most, Treatment before) {
    Rate rate = impairment.rate();
    if (rate.isNone()) {
      return null;
    }
    if (before != null
        && before.impairment.rate().equals(rate)
        && before.impairment.queue().equals(impairment.queue())) {
      return before.bottleneck;
    }
    return new Bottleneck(
        rate, impairment.queue(), most, startNanos, new Draws(seed, direction, Draws.Purpose.RATE));
  }

  /** Whether a packet is lost by plan; numbers count from 0. */
  boolean drops(long number, long now, PacketStore store, int slot) {
    Drops drops = impairment.drops();
    if (!hasDrops) {
      return false;
    }
    if (drops.udpBlocked() && Headers.protocol(store, slot) == Headers.UDP) {
      return true;
    }
    if (drops.downNanos() > 0
        && (now - startNanos) % (drops.upNanos() + drops.downNanos()) >= drops.upNanos()) {
      return true;
    }
    if (drops.burstEvery() > 0
        && number % drops.burstEvery() >= drops.burstEvery() - drops.burstPackets()) {
      return true;
    }
    return dropped.length > 0 && Arrays.binarySearch(dropped, number + 1) >= 0;
  }

  /** Whether a packet is sent at once. */
  boolean isEarly(long index) {
    int gap = impairment.reorder().gap();
    if (gap == 0) {
      return false;
    }
    boolean mayBe = asKernel ? sinceEarly >= gap - 1 : sinceEarly % gap == gap - 1;
    if (mayBe && early.falls(index)) {
      sinceEarly = asKernel ? 0 : sinceEarly + 1;
      return true;
    }
    sinceEarly++;
    return false;
  }

  /** Draws a packet's deviation from the mean delay, in ns; whether it is a new one. */
  boolean drawDeviation(long index, long now) {
    Delay delay = impairment.delay();
    long wanted = delay.redrawNanos() == 0 ? index : (now - startNanos) / delay.redrawNanos();
    if (wanted == drawn) {
      return false;
    }
    drawn = wanted;
    deviationNanos = delays.deviationNanos(wanted);
    return true;
  }

  /** The one drawn last. */
  double deviationNanos() {
    return deviationNanos;
  }

  /** The delay drawn last, in ns; may be negative. */
  long delayNanos() {
    return impairment.delay().owdNanos() + Math.round(deviationNanos);
  }

  boolean asKernel() {
    return asKernel;
  }
}
