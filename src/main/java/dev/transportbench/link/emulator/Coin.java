package dev.transportbench.link.emulator;

import dev.transportbench.link.Chance;
import dev.transportbench.link.Semantics;

/** Whether something happens to a packet. Asked once for a packet, in the order of the packets. */
abstract class Coin {
  abstract boolean falls(long index);

  static Coin of(Chance chance, Semantics semantics, Draws draws) {
    double p = chance.probability();
    if (p == 0) {
      return new Never();
    }
    if (chance.correlation() == 0) {
      return new Plain(p, draws);
    }
    return semantics == Semantics.KERNEL
        ? new AsKernel(p, new KernelRandom(draws, chance.correlation()))
        : new Sticky(p, chance.correlation(), draws);
  }

  private static final class Never extends Coin {
    @Override
    boolean falls(long index) {
      return false;
    }
  }

  private static final class Plain extends Coin {
    private final double probability;
    private final Draws draws;

    Plain(double probability, Draws draws) {
      this.probability = probability;
      this.draws = draws;
    }

    @Override
    boolean falls(long index) {
      return draws.uniform(index) < probability;
    }
  }

  private static final class AsKernel extends Coin {
    private final long probability;
    private final KernelRandom random;

    AsKernel(double probability, KernelRandom random) {
      this.probability = KernelRandom.scaled(probability);
      this.random = random;
    }

    @Override
    boolean falls(long index) {
      return probability >= random.next(index);
    }
  }

  /** A chain of two states: the frequency is as asked, and so is the correlation of neighbours. */
  private static final class Sticky extends Coin {
    private final double afterYes;
    private final double afterNo;
    private final Draws draws;
    private boolean last;

    Sticky(double probability, double correlation, Draws draws) {
      afterNo = probability * (1 - correlation);
      afterYes = afterNo + correlation;
      this.draws = draws;
      last = draws.uniform(-1) < probability;
    }

    @Override
    boolean falls(long index) {
      last = draws.uniform(index) < (last ? afterYes : afterNo);
      return last;
    }
  }
}
