package dev.transportbench.benchmark.forensics;

import java.util.List;

/**
 * One RPC that a lost packet slowed. Times in ns.
 *
 * @param index its place among the window's RPCs, by their answers, from 0
 * @param predictedNanos its latency by the model; NaN for one that is {@link LossKind#AMBIGUOUS}
 * @param lost what was lost while it was in flight; of a victim the packet that held it up
 */
public record SlowedRpc(
    int index,
    LossKind kind,
    Recovery recovery,
    long latencyNanos,
    double predictedNanos,
    List<LostPacket> lost) {}
