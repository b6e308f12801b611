package dev.transportbench.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

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
public record Figure(Double value, String unit, List<Double> forks, String notAvailable) {

  /** Ten thousand cells have millions of these: texts are shared, and lists have no spare room. */
  public Figure {
    unit = shared(unit);
    notAvailable = shared(notAvailable);
    forks = trimmed(forks);
  }

  private static String shared(String text) {
    return text == null ? null : text.intern();
  }

  private static List<Double> trimmed(List<Double> values) {
    if (values == null) {
      return null;
    }
    return values.stream().anyMatch(Objects::isNull)
        ? Collections.unmodifiableList(new ArrayList<>(values))
        : List.copyOf(values);
  }
}
