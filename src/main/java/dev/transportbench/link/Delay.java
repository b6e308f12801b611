package dev.transportbench.link;

import dev.transportbench.link.Impairment.JitterDistribution;

/**
 * How long packets take.
 *
 * @param owdNanos one-way delay
 * @param jitterNanos spread of the delay: one σ of the distribution's table, half the width of a
 *     uniform distribution. A delay below zero counts as zero
 * @param tableFile path of a table in netem's {@code .dist} format; only for {@link
 *     JitterDistribution#TABLE}, otherwise empty
 * @param correlation of each delay with the one before, 0 to 1
 * @param ordered whether a packet never overtakes another: the delay is then a running maximum
 * @param redrawNanos how long one drawn delay holds; 0: each packet draws its own
 */
public record Delay(
    long owdNanos,
    long jitterNanos,
    JitterDistribution distribution,
    String tableFile,
    double correlation,
    boolean ordered,
    long redrawNanos) {

  public static final Delay NONE = of(0, 0, JitterDistribution.NORMAL);

  /** A draw per packet, not correlated, order not kept. */
  public static Delay of(long owdNanos, long jitterNanos, JitterDistribution distribution) {
    return new Delay(owdNanos, jitterNanos, distribution, "", 0, false, 0);
  }

  /** Mean of the delays before they are cut off at zero, in ns: that of a table is not quite 0. */
  public double meanNanos() {
    return isExact() ? owdNanos : owdNanos + jitterNanos * table().mean();
  }

  /** Standard deviation of the delays before they are cut off at zero, in ns. */
  public double deviationNanos() {
    if (distribution == JitterDistribution.NORMAL) {
      return jitterNanos;
    }
    return isExact() ? jitterNanos / Math.sqrt(3) : jitterNanos * table().deviation();
  }

  private boolean isExact() {
    return jitterNanos == 0
        || distribution == JitterDistribution.NORMAL
        || distribution == JitterDistribution.UNIFORM;
  }

  private DelayTable table() {
    return DelayTable.of(distribution, tableFile);
  }
}
