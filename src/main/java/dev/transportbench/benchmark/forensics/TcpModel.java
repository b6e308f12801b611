package dev.transportbench.benchmark.forensics;

import java.util.List;

/**
 * TCP as Linux has it.
 *
 * <ul>
 *   <li>RTO (RFC 6298): SRTT + max(200 ms, 4·RTTVAR). Where the RFC has a least RTO of 1 s, Linux
 *       has 200 ms for the variation's part ({@code tcp_rto_min_us}). Doubled each time.
 *   <li>Tail loss probe (RFC 8985 section 7.2): 2·SRTT, and 200 ms more when a single packet is in
 *       flight, whose acknowledgement may be delayed; never later than RTO.
 *   <li>Fast retransmit (RFC 8985 section 6.2): one round trip, until a later packet's
 *       acknowledgement is there; and a quarter more, for reordering, unless three later packets
 *       were acknowledged.
 * </ul>
 */
public final class TcpModel implements RecoveryModel {
  private static final double LEAST_VARIATION_NANOS = 200e6;
  // Two ticks of a kernel whose clock ticks 250 times a second.
  private static final double LEAST_TIMER_NANOS = 8e6;
  private static final int PACKETS_FOR_NO_REORDERING = 4;

  @Override
  public List<Recovery> possible(int round, int packets) {
    if (round > 0) {
      return List.of(Recovery.RTO);
    }
    return packets == 1
        ? List.of(Recovery.TAIL_LOSS_PROBE)
        : List.of(Recovery.FAST_RETRANSMIT, Recovery.TAIL_LOSS_PROBE, Recovery.RTO);
  }

  @Override
  public double nanos(Recovery recovery, int round, int packets, RttEstimator rtt) {
    double rto = rtt.smoothed() + Math.max(LEAST_VARIATION_NANOS, 4 * rtt.variation());
    switch (recovery) {
      case FAST_RETRANSMIT:
        double reordering = packets >= PACKETS_FOR_NO_REORDERING ? 0 : rtt.least() / 4;
        return rtt.smoothed() + reordering;
      case TAIL_LOSS_PROBE:
        double wait = packets == 1 ? LEAST_VARIATION_NANOS : LEAST_TIMER_NANOS;
        return Math.min(2 * rtt.smoothed() + wait, rto);
      case RTO:
        // The probe, which comes first, starts the timer anew and does not double it.
        return rto * Math.pow(2, Math.max(0, round - 1));
      default:
        throw new IllegalArgumentException("not TCP's: " + recovery);
    }
  }
}
