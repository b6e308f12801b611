package dev.transportbench.ledger;

import java.util.Map;

/**
 * What one measured iteration found.
 *
 * @param seconds wall-clock time between the iteration's two snapshots
 * @param histograms the iteration's times in ns, of each series that it recorded: an HdrHistogram,
 *     compressed by its own encoding, base 64
 */
public record IterationRecord(
    double seconds, Map<FigureName, Reading> readings, Map<Series, String> histograms) {}
