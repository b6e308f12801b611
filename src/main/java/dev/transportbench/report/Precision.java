package dev.transportbench.report;

import dev.transportbench.stats.DetectableEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which changes a number of forks will find nine times in ten, before any has run: so the
 * coefficients of variation from fork to fork are assumed, as a small virtual machine has them.
 */
public final class Precision {
  /** As docs/comparing.md states them. */
  private enum Kind {
    TIME("time", 0.03, FigureRules.TIME_BAND),
    CPU("CPU", 0.06, FigureRules.TIME_BAND),
    ALLOCATION("allocation", 0.002, FigureRules.ALLOCATION_BAND),
    WIRE("wire bytes", 0.002, FigureRules.WIRE_BAND);

    final String label;
    final double variation;
    final double band;

    Kind(String label, double variation, double band) {
      this.label = label;
      this.variation = variation;
      this.band = band;
    }
  }

  private static final int LEAST_FORKS = 5;

  private Precision() {}

  /**
   * @param forks a side
   * @param pairs comparisons that are judged together
   */
  public static List<String> lines(int forks, int pairs) {
    if (pairs == 0) {
      return List.of("precision: no contrast has a pair of cells to compare");
    }
    if (forks < LEAST_FORKS) {
      return List.of(
          "precision: none: with %d %s a side a noisy figure gets no verdict; it takes %d"
              .formatted(forks, forks == 1 ? "fork" : "forks", LEAST_FORKS));
    }
    List<String> parts = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      double effect = DetectableEffect.of(forks, forks, kind.variation, kind.band, pairs);
      if (Double.isInfinite(effect)) {
        return List.of(
            "precision: none: %d forks a side are too few to find a change in one of %d pairs"
                .formatted(forks, pairs));
      }
      parts.add(
          String.format(
              Locale.ROOT, "%s %s (CV %s)", kind.label, percent(effect), percent(kind.variation)));
    }
    return List.of(
        "precision: %d forks a side find, nine times in ten, one change among %d %s of: %s; the CVs"
                .formatted(forks, pairs, pairs == 1 ? "pair" : "pairs", String.join(", ", parts))
            + " are assumed");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * share);
  }
}
