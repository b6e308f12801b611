package dev.transportbench.ledger;

import java.util.List;

/**
 * One figure of one cell: a value over all forks, or the reason why there is none.
 *
 * @param value made of the forks' values as {@link FigureName#total} says; a latency quantile is
 *     that of all forks' merged histogram. Null when not available
 * @param unit as {@link FigureName#unit}
 * @param forks each fork's own value, in the order of {@code rawData} in jmh.json; null inside for
 *     a fork that has none
 * @param notAvailable why there is no value; null when there is one
 */
public record Figure(Double value, String unit, List<Double> forks, String notAvailable) {}
