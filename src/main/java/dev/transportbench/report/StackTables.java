package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.stats.Difference;
import dev.transportbench.stats.Forks;
import dev.transportbench.stats.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What each layer adds to the transport below it: the waterfall of {@code StackBenchmark}. */
final class StackTables {
  private static final String BENCHMARK = ".StackBenchmark.call";
  private static final String NONE = "–";
  private static final double CONFIDENCE = 0.95;
  private static final Map<String, String> BELOW = new LinkedHashMap<>();

  static {
    BELOW.put("tcp", null);
    BELOW.put("tls", "tcp");
    BELOW.put("http1", "tls");
    BELOW.put("http2", "tls");
    BELOW.put("websocket", "tls");
    BELOW.put("quic", null);
    BELOW.put("http3", "quic");
    BELOW.put("webtransport", "http3");
  }

  private static final List<FigureName> CPU = List.of(FigureName.CPU_CLIENT, FigureName.CPU_SERVER);
  private static final List<FigureName> WIRE =
      List.of(FigureName.WIRE_BYTES_UP, FigureName.WIRE_BYTES_DOWN);
  private static final List<FigureName> HEAP =
      List.of(FigureName.ALLOC_CLIENT, FigureName.ALLOC_SERVER);

  private StackTables() {}

  static List<ReportPage.StackTable> of(CellGroups groups) {
    List<ReportPage.StackTable> tables = new ArrayList<>();
    for (List<CellRecord> group : groups.all()) {
      if (group.get(0).benchmark().endsWith(BENCHMARK)) {
        tables.add(table(groups.title(group.get(0)), group));
      }
    }
    return tables;
  }

  private static ReportPage.StackTable table(String title, List<CellRecord> group) {
    Map<String, CellRecord> cells = new LinkedHashMap<>();
    for (CellRecord cell : group) {
      if (cell.status() == CellRecord.Status.ok) {
        cells.put(cell.params().get(CellGroups.TRANSPORT), cell);
      }
    }
    List<ReportPage.StackRow> rows = new ArrayList<>();
    BELOW.forEach(
        (layer, below) -> {
          if (cells.containsKey(layer)) {
            List<String> entries = new ArrayList<>();
            for (List<FigureName> names : List.of(CPU, WIRE, HEAP)) {
              Forks own = forks(cells.get(layer), names);
              entries.add(own.count() == 0 ? NONE : Numbers.text(own.mean()));
              entries.add(
                  below == null || !cells.containsKey(below)
                      ? NONE
                      : added(forks(cells.get(below), names), own));
            }
            rows.add(new ReportPage.StackRow(layer, below == null ? "" : below, entries));
          }
        });
    return new ReportPage.StackTable(title, rows);
  }

  /** {@code +3.1 (2.6 to 3.6)}. */
  private static String added(Forks below, Forks own) {
    if (below.count() == 0 || own.count() == 0) {
      return NONE;
    }
    if (below.count() < 2 || own.count() < 2) {
      return signed(own.mean() - below.mean());
    }
    Interval found = Difference.of(below, own, CONFIDENCE);
    return "%s (%s to %s)"
        .formatted(signed(found.estimate()), signed(found.low()), signed(found.high()));
  }

  private static String signed(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%+.1f" : "%+,.0f", value);
  }

  /** Each fork's sum over both sides, or both ways; without the forks that lack one. */
  private static Forks forks(CellRecord cell, List<FigureName> names) {
    int count = cell.forks();
    double[] sums = new double[count];
    for (FigureName name : names) {
      Figure figure = cell.figures().get(name.label());
      for (int i = 0; i < count; i++) {
        boolean told = figure != null && i < figure.forks().size();
        Double value = told ? figure.forks().get(i) : null;
        sums[i] += value == null ? Double.NaN : value;
      }
    }
    return Forks.ofMeans(sums);
  }
}
