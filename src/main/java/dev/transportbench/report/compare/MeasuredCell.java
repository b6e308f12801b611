package dev.transportbench.report.compare;

import java.util.Map;

/**
 * One cell on one side.
 *
 * @param key as {@code dev.transportbench.ledger.CellKeys}
 * @param figures by name, a leading {@code ·} taken away
 * @param conditions what must be alike for a comparison to be fair, by name: {@code jdk}, {@code
 *     flags}, {@code link}; what the source does not say is missing
 * @param unusable why its figures must not be used; null when they may
 */
record MeasuredCell(
    String key,
    String benchmark,
    String mode,
    Map<String, String> params,
    Map<String, MeasuredFigure> figures,
    Map<String, String> conditions,
    String unusable) {}
