package dev.transportbench.study;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * What the timers of TCP and QUIC make of a lost packet, when one RPC of one packet each way is
 * under way on its connection, so that nothing that follows can tell of the loss. All times in
 * milliseconds.
 *
 * <p>TCP as Linux has it: the tail loss probe waits for two round trips and the 200 ms that a peer
 * may delay its acknowledgement, the retransmission timer for a round trip and four times its
 * deviation, at least 200 ms; the earlier counts (tcp_input.c, tcp_output.c; RFC 6298, RFC 8985).
 * QUIC (RFC 9002, section 6.2.1): a round trip, four times its deviation, at least 1 ms, and the 25
 * ms that the peer may delay its acknowledgement. The packet sent again then takes a round trip,
 * whichever of request and response was lost.
 *
 * @param rttMillis both one-way delays
 * @param deviationMillis standard deviation of the round trip
 * @param lossUp probability that a packet up is lost
 * @param lossDown likewise down
 * @param udp QUIC; TCP otherwise
 */
record LossModel(
    double rttMillis, double deviationMillis, double lossUp, double lossDown, boolean udp) {
  private static final double TCP_LEAST_MILLIS = 200;
  private static final double TCP_DELAYED_ACK_MILLIS = 200;
  private static final double QUIC_GRANULARITY_MILLIS = 1;
  private static final double QUIC_DELAYED_ACK_MILLIS = 25;

  /** Mean absolute deviation of a normal distribution, in standard deviations. */
  private static final double MEAN_DEVIATION = Math.sqrt(2 / Math.PI);

  /** A quantile whose tail is this close to the share of lost ones is on the knee between both. */
  private static final double KNEE = 1.5;

  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  /** Share of RPCs of which a packet is lost. */
  double lostShare() {
    return 1 - (1 - lossUp) * (1 - lossDown);
  }

  /** The median of all. */
  double usualMillis() {
    return rttMillis;
  }

  /** Of an RPC of which a packet was lost. */
  double lostMillis() {
    double variation = 4 * MEAN_DEVIATION * deviationMillis;
    double timer =
        udp
            ? rttMillis + Math.max(variation, QUIC_GRANULARITY_MILLIS) + QUIC_DELAYED_ACK_MILLIS
            : Math.min(
                rttMillis + Math.max(variation, TCP_LEAST_MILLIS),
                2 * rttMillis + TCP_DELAYED_ACK_MILLIS);
    return timer + rttMillis;
  }

  /** An RPC that took longer than this lost a packet: no delay of the link explains it. */
  double lostAboveMillis() {
    return rttMillis + Math.max(rttMillis / 2, 6 * deviationMillis);
  }

  /** Whether a quantile falls where some lost a packet and some did not. */
  boolean isOnTheKnee(double quantile) {
    double tail = 1 - quantile;
    return lostShare() > 0 && tail < KNEE * lostShare() && tail > lostShare() / KNEE;
  }

  /** A quantile of all, 0.5 to 1, that is not on the knee. */
  double quantileMillis(double quantile) {
    double tail = 1 - quantile;
    if (tail < lostShare()) {
      return lostMillis();
    }
    double amongUnlost = quantile / (1 - lostShare());
    return rttMillis + deviationMillis * STANDARD.inverseCumulativeProbability(amongUnlost);
  }
}
