package dev.transportbench.link;

import dev.transportbench.link.Impairment.JitterDistribution;

/**
 * Packets are held back and go out together, as on a shared medium whose turns come one by one.
 *
 * @param minNanos shortest wait for a turn
 * @param maxNanos longest; between the two all are as likely
 * @param distribution of the wait when it has a mean and a spread instead; null: it has not
 * @param tableFile as in {@link Delay}
 * @param delayNanos mean wait
 * @param jitterNanos spread of the wait
 * @param packets most in one turn; 0: no bound
 * @param bytes as many, or the first packet beyond, with 14 more for each packet, as netem counts
 *     on Ethernet; 0: no bound
 */
public record Slot(
    long minNanos,
    long maxNanos,
    JitterDistribution distribution,
    String tableFile,
    long delayNanos,
    long jitterNanos,
    int packets,
    long bytes) {

  public static final Slot NONE = ofRange(0, 0, 0, 0);

  public static Slot ofRange(long minNanos, long maxNanos, int packets, long bytes) {
    return new Slot(minNanos, maxNanos, null, "", 0, 0, packets, bytes);
  }

  public boolean isNone() {
    return maxNanos == 0 && distribution == null;
  }
}
