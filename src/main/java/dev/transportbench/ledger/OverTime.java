package dev.transportbench.ledger;

import java.util.Arrays;
import java.util.List;

/**
 * What a fork recorded over time: one of the entries, by what they are called, of {@link #NAME} in
 * its environment. A report draws them.
 *
 * @param unit as {@link FigureName#unit}
 * @param stepMillis from one value to the next; the first is that of the first step
 */
public record OverTime(String unit, int stepMillis, List<Long> values) {
  /** The name in a fork's environment. */
  public static final String NAME = "overTime";

  public OverTime(String unit, int stepMillis, long[] values) {
    this(unit, stepMillis, Arrays.stream(values).boxed().toList());
  }
}
