package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What the machine may have done to the figures: time stolen, forks that disagree. */
final class MachineWarnings {
  private static final double STOLEN_PERCENT = 2;

  /** On a quiet machine forks of one cell lie within some percent of each other. */
  private static final double APART = 1.25;

  /** A busy machine disturbs them all. */
  private static final int MOST_NAMED = 5;

  private MachineWarnings() {}

  static List<String> of(Ledger ledger, CellGroups groups) {
    List<String> warnings = new ArrayList<>();
    int forks = 0;
    DoubleSummaryStatistics stolen = new DoubleSummaryStatistics();
    for (CellRecord cell : ledger.cells()) {
      for (Map<String, Object> fork : environments(cell)) {
        forks++;
        if (fork.get("stealPercent") instanceof Number steal
            && steal.doubleValue() > STOLEN_PERCENT) {
          stolen.accept(steal.doubleValue());
        }
      }
    }
    if (stolen.getCount() > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "machine: the host took more than %.0f %% of the CPU time from %d of %d forks, up to"
                  + " %.1f %%",
              STOLEN_PERCENT,
              stolen.getCount(),
              forks,
              stolen.getMax()));
    }
    warnings.addAll(disturbed(ledger, groups, forks));
    for (CellRecord cell : ledger.cells()) {
      spread(cell, groups.name(cell), warnings);
    }
    return warnings;
  }

  private static List<String> disturbed(Ledger ledger, CellGroups groups, int forks) {
    int again = 0;
    List<String> still = new ArrayList<>();
    for (CellRecord cell : ledger.cells()) {
      int fork = 0;
      for (Map<String, Object> environment : environments(cell)) {
        if (environment.get("noise") instanceof Map<?, ?> noise) {
          boolean second = noise.get("attempt") instanceof Number n && n.intValue() > 0;
          again += second ? 1 : 0;
          if (noise.get("disturbed") != null) {
            still.add(groups.name(cell) + " fork " + fork + ": " + noise.get("disturbed"));
          }
        }
        fork++;
      }
    }
    List<String> warnings = new ArrayList<>();
    if (again > 0) {
      warnings.add(
          "machine: %d of %d forks were disturbed and ran once more".formatted(again, forks));
    }
    if (!still.isEmpty()) {
      String named = String.join("; ", still.subList(0, Math.min(MOST_NAMED, still.size())));
      int more = still.size() - MOST_NAMED;
      warnings.add(
          "machine: %d of %d forks were disturbed, and count as they are: %s%s"
              .formatted(
                  still.size(), forks, named, more > 0 ? "; and %d more".formatted(more) : ""));
    }
    return warnings;
  }

  private static void spread(CellRecord cell, String name, List<String> warnings) {
    Figure figure =
        cell.figures() == null ? null : cell.figures().get(FigureName.LATENCY_P50.label());
    if (figure == null) {
      return;
    }
    DoubleSummaryStatistics values =
        figure.forks().stream()
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .summaryStatistics();
    if (values.getCount() > 1 && values.getMax() > APART * values.getMin()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "forks disagree: %s: medians from %.1f to %.1f us",
              name,
              values.getMin(),
              values.getMax()));
    }
  }

  private static List<Map<String, Object>> environments(CellRecord cell) {
    return cell.forkEnvironments() == null ? List.of() : cell.forkEnvironments();
  }
}
