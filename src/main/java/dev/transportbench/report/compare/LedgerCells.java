package dev.transportbench.report.compare;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.stats.Forks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The cells of a ledger. A figure's values are those of its forks; where {@code jmh.json} holds its
 * iterations too, theirs.
 */
final class LedgerCells {
  private static final List<String> ENVIRONMENT =
      List.of("jdk", "kernel", "cpu", "cores", "arch", "netty", "protobuf");

  /** Of a link as asked: what says nothing of what it does to packets. */
  private static final Set<String> LINK_TALK =
      Set.of("source", "description", "seed", "profile", Conditions.BACKEND);

  private LedgerCells() {}

  /**
   * @param iterations the same run's {@code jmh.json}, by key; empty without one
   */
  static Map<String, MeasuredCell> of(Ledger ledger, Map<String, MeasuredCell> iterations) {
    Map<String, MeasuredCell> cells = new LinkedHashMap<>();
    for (CellRecord cell : ledger.cells()) {
      String unusable =
          cell.status() == CellRecord.Status.ok
              ? null
              : (cell.status() == CellRecord.Status.notRun ? "not run" : cell.status().name())
                  + ": "
                  + cell.why();
      cells.put(
          cell.key(),
          new MeasuredCell(
              cell.key(),
              cell.benchmark(),
              cell.mode(),
              cell.params(),
              figures(cell, iterations.get(cell.key())),
              conditions(ledger, cell),
              unusable));
    }
    return cells;
  }

  private static Map<String, MeasuredFigure> figures(CellRecord cell, MeasuredCell iterations) {
    Map<String, MeasuredFigure> figures = new LinkedHashMap<>();
    if (cell.figures() == null) {
      return figures;
    }
    cell.figures()
        .forEach(
            (name, figure) -> {
              // A layer's come from one profile: there are no forks to compare.
              if (figure.value() != null && figure.forks() != null && !figure.forks().isEmpty()) {
                figures.put(name, figure(name, figure, iterations));
              }
            });
    return figures;
  }

  private static MeasuredFigure figure(String name, Figure figure, MeasuredCell iterations) {
    Forks forks =
        Forks.ofMeans(
            figure.forks().stream()
                .mapToDouble(value -> value == null ? Double.NaN : value)
                .toArray());
    FigureName known = FigureName.ofLabel(name);
    boolean mean = known != null && known.total() == FigureName.Total.MEAN;
    MeasuredFigure raw = iterations == null ? null : iterations.figures().get(name);
    // The ledger's forks are the truth; iterations only add how each fork wavered.
    boolean same =
        mean && raw != null && forks.dropped() == 0 && raw.forks().count() == forks.count();
    return new MeasuredFigure(figure.unit(), same ? raw.forks() : forks, List.of());
  }

  private static Map<String, String> conditions(Ledger ledger, CellRecord cell) {
    Map<String, String> conditions = new LinkedHashMap<>();
    Map<String, Object> environment =
        ledger.environment() == null ? Map.of() : ledger.environment();
    for (String name : ENVIRONMENT) {
      Object value = environment.get(name);
      if (value != null && !value.equals("unknown")) {
        conditions.put(name, String.valueOf(value));
      }
    }
    if (environment.get("forkJvmArgs") instanceof List<?> args) {
      conditions.put("flags", Conditions.flags(args));
    }
    if (cell.params().containsKey(Conditions.BACKEND)) {
      conditions.put(Conditions.BACKEND, cell.params().get(Conditions.BACKEND));
    }
    if (cell.link() != null && cell.link().asked() != null && !cell.link().asked().isEmpty()) {
      Map<String, Object> asked = new TreeMap<>(cell.link().asked());
      asked.keySet().removeAll(LINK_TALK);
      conditions.put("link", asked.toString());
    }
    if (cell.terms() != null && !cell.terms().isEmpty()) {
      conditions.put("terms", new TreeMap<>(cell.terms()).toString());
    }
    return conditions;
  }
}
