package dev.transportbench.benchmark.forensics;

import java.util.List;

/**
 * How long after a packet was lost its bytes are sent again, as the standards say with the
 * constants of the stack that is measured. All in ns.
 */
public interface RecoveryModel {

  /**
   * What may repair a loss: one, where nothing follows the lost packet; else all, of which the
   * measured time tells which it was.
   *
   * @param round 0 for the first loss of the bytes, 1 when what was sent again is lost too
   * @param packets how many packets a message takes
   */
  List<Recovery> possible(int round, int packets);

  /** From the packet's sending to the one that repairs it. */
  double nanos(Recovery recovery, int round, int packets, RttEstimator rtt);
}
