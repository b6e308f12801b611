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

  /** Standard deviation of the delay before it is cut off at zero, in ns. */
  public double delayDeviationNanos() {
    return distribution == JitterDistribution.NORMAL ? jitterNanos : jitterNanos / Math.sqrt(3);
  }

  /** One word, exact; {@link #ofWord} reads it. How the emulator is told. */
  public String toWord() {
    return owdNanos + "," + jitterNanos + "," + distribution + "," + loss;
  }

  /** What {@link #toWord} wrote. */
  public static Impairment ofWord(String word) {
    String[] parts = word.split(",");
    return new Impairment(
        Long.parseLong(parts[0]),
        Long.parseLong(parts[1]),
        JitterDistribution.valueOf(parts[2]),
        Double.parseDouble(parts[3]));
  }

  /** How a packet's delay is spread about the one asked. */
  public enum JitterDistribution {
    NORMAL,
    UNIFORM
  }
}
