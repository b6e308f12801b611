package dev.transportbench.benchmark.forensics;

import java.util.List;

/**
 * QUIC by RFC 9002.
 *
 * <ul>
 *   <li>PTO (section 6.2.1): smoothed RTT + max(4·rttvar, 1 ms) + the peer's max_ack_delay. Doubled
 *       each time.
 *   <li>Fast retransmit (section 6.1): one round trip where three later packets were acknowledged,
 *       else 9/8 of it.
 * </ul>
 */
public final class QuicModel implements RecoveryModel {
  private static final double GRANULARITY_NANOS = 1e6;
  private static final double TIME_THRESHOLD = 9.0 / 8;
  private static final int PACKETS_FOR_THRESHOLD = 4;

  private final double maxAckDelayNanos;

  public QuicModel(double maxAckDelayNanos) {
    this.maxAckDelayNanos = maxAckDelayNanos;
  }

  @Override
  public List<Recovery> possible(int round, int packets) {
    return packets == 1 || round > 0
        ? List.of(Recovery.PTO)
        : List.of(Recovery.FAST_RETRANSMIT, Recovery.PTO);
  }

  @Override
  public double nanos(Recovery recovery, int round, int packets, RttEstimator rtt) {
    switch (recovery) {
      case FAST_RETRANSMIT:
        return packets >= PACKETS_FOR_THRESHOLD ? rtt.smoothed() : TIME_THRESHOLD * rtt.smoothed();
      case PTO:
        double pto =
            rtt.smoothed() + Math.max(4 * rtt.variation(), GRANULARITY_NANOS) + maxAckDelayNanos;
        return pto * Math.pow(2, round);
      default:
        throw new IllegalArgumentException("not QUIC's: " + recovery);
    }
  }
}
