package dev.transportbench.ledger;

import java.util.Map;

/**
 * What one measured iteration found.
 *
 * @param seconds wall-clock time between the iteration's two snapshots
 * @param latencyHistogram the iteration's latencies in ns: an HdrHistogram, compressed by its own
 *     encoding, base 64; null where no RPC was sent
 */
public record IterationRecord(
    double seconds, Map<FigureName, Reading> readings, String latencyHistogram) {}
