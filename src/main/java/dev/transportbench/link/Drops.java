package dev.transportbench.link;

import java.util.List;

/**
 * What is lost by plan, not by chance.
 *
 * @param packets numbers of packets, the first after the impairment is switched on being 1
 * @param burstPackets how many are lost in a row, once in every {@code burstEvery}: the last ones
 * @param burstEvery 0: no bursts
 * @param upNanos how long packets pass, then none does for {@code downNanos}, and again
 * @param downNanos 0: no outages
 * @param udpBlocked whether UDP never passes
 */
public record Drops(
    List<Long> packets,
    int burstPackets,
    int burstEvery,
    long upNanos,
    long downNanos,
    boolean udpBlocked) {

  public static final Drops NONE = new Drops(List.of(), 0, 0, 0, 0, false);

  public Drops {
    packets = List.copyOf(packets);
  }

  public boolean isNone() {
    return equals(NONE);
  }
}
