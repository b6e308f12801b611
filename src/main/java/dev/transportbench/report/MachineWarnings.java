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
    for (CellRecord cell : ledger.cells()) {
      spread(cell, groups.name(cell), warnings);
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
