package dev.transportbench.link.emulator;

import dev.transportbench.link.Delay;
import dev.transportbench.link.DelayTable;
import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.Semantics;

/** How far each packet's delay is from the mean. Asked in the order of the packets. */
abstract class DelayProcess {
  /** In ns; may make a delay negative. */
  abstract double deviationNanos(long index);

  static DelayProcess of(Delay delay, Semantics semantics, Draws draws) {
    if (delay.jitterNanos() == 0) {
      return new Constant();
    }
    if (semantics == Semantics.KERNEL) {
      return new AsKernel(delay, new KernelRandom(draws, delay.correlation()));
    }
    return new AsDocumented(delay, draws);
  }

  private static final class Constant extends DelayProcess {
    @Override
    double deviationNanos(long index) {
      return 0;
    }
  }

  private static final class AsKernel extends DelayProcess {
    private final long jitterNanos;
    private final DelayTable table;
    private final KernelRandom random;

    AsKernel(Delay delay, KernelRandom random) {
      jitterNanos = delay.jitterNanos();
      table =
          delay.distribution() == JitterDistribution.UNIFORM
              ? null
              : DelayTable.of(delay.distribution(), delay.tableFile());
      this.random = random;
    }

    @Override
    double deviationNanos(long index) {
      long drawn = random.next(index);
      if (table == null) {
        return drawn % (2 * jitterNanos) - jitterNanos;
      }
      int entry = table.entry((int) (drawn % table.size()));
      return Math.rint((double) jitterNanos * entry / DelayTable.UNIT);
    }
  }

  /**
   * Correlation is that of a Gaussian process of which each delay is a function, so that the
   * distribution stays as asked.
   */
  private static final class AsDocumented extends DelayProcess {
    private final Delay delay;
    private final DelayTable table;
    private final Draws draws;
    private final double correlation;
    private final double fresh;
    private double last;

    AsDocumented(Delay delay, Draws draws) {
      this.delay = delay;
      this.draws = draws;
      table = DelayTable.of(delay.distribution(), delay.tableFile());
      // Two uniform numbers made from normal ones correlate a little less than those.
      correlation =
          delay.distribution() == JitterDistribution.UNIFORM
              ? 2 * Math.sin(Math.PI / 6 * delay.correlation())
              : delay.correlation();
      fresh = Math.sqrt(1 - correlation * correlation);
      last = draws.normal(-1);
    }

    @Override
    double deviationNanos(long index) {
      return delay.jitterNanos() * (correlation == 0 ? independent(index) : correlated(index));
    }

    private double independent(long index) {
      switch (delay.distribution()) {
        case NORMAL:
          return draws.normal(index);
        case UNIFORM:
          return 2 * draws.uniform(index) - 1;
        default:
          return inTable(draws.uniform(index));
      }
    }

    private double correlated(long index) {
      last = correlation * last + fresh * draws.normal(index);
      switch (delay.distribution()) {
        case NORMAL:
          return last;
        case UNIFORM:
          return 2 * belowNormal(last) - 1;
        default:
          return inTable(belowNormal(last));
      }
    }

    private double inTable(double fraction) {
      int index = Math.min(table.size() - 1, (int) (fraction * table.size()));
      return (double) table.entry(index) / DelayTable.UNIT;
    }

    /** The normal distribution function; Abramowitz and Stegun 26.2.17, within 7.5e-8. */
    private static double belowNormal(double x) {
      double t = 1 / (1 + 0.2316419 * Math.abs(x));
      double above =
          StrictMath.exp(-x * x / 2)
              / Math.sqrt(2 * Math.PI)
              * t
              * (0.319381530
                  + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
      return x < 0 ? above : 1 - above;
    }
  }
}
