package dev.transportbench.link;

/**
 * What happens to packets in one direction.
 *
 * @param owdNanos one-way delay
 * @param jitterNanos spread of the delay: standard deviation of a normal, half the width of a
 *     uniform distribution. A delay below zero counts as zero. Order is not kept
 * @param loss probability that a packet is lost, each independently; 0 to 1
 */
public record Impairment(
    long owdNanos, long jitterNanos, JitterDistribution distribution, double loss) {

  public static final Impairment NONE = new Impairment(0, 0, JitterDistribution.NORMAL, 0);

  public boolean isNone() {
    return owdNanos == 0 && jitterNanos == 0 && loss == 0;
  }

  /** How a packet's delay is spread about the one asked. */
  public enum JitterDistribution {
    NORMAL,
    UNIFORM
  }
}
