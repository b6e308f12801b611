package dev.transportbench.report.compare;

import java.util.List;
import java.util.Map;

/**
 * One side of a comparison.
 *
 * @param name what the person called it
 * @param cells by key
 * @param warnings what a reader must know of the whole
 */
record Measurements(String name, Map<String, MeasuredCell> cells, List<String> warnings) {}
