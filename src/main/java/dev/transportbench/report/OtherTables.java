package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cells of benchmarks that send no RPC: their parameters, and whatever figures they have. */
final class OtherTables {
  private static final String NONE = "–";

  private OtherTables() {}

  static boolean isOther(CellRecord cell) {
    return !cell.params().containsKey(CellGroups.TRANSPORT);
  }

  /** One table a benchmark. */
  static List<ReportPage.OtherTable> of(List<CellRecord> cells) {
    Map<String, List<CellRecord>> byBenchmark = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      if (isOther(cell)) {
        byBenchmark.computeIfAbsent(cell.benchmark(), name -> new ArrayList<>()).add(cell);
      }
    }
    return byBenchmark.entrySet().stream().map(e -> table(e.getKey(), e.getValue())).toList();
  }

  private static ReportPage.OtherTable table(String benchmark, List<CellRecord> cells) {
    List<String> params = List.copyOf(cells.get(0).params().keySet());
    List<FigureName> figures =
        Arrays.stream(FigureName.values())
            .filter(name -> cells.stream().anyMatch(cell -> value(cell, name) != null))
            .toList();
    List<String> columns = new ArrayList<>(params);
    figures.forEach(name -> columns.add(name.label() + ", " + name.unit()));
    List<List<String>> rows = new ArrayList<>();
    for (CellRecord cell : cells) {
      List<String> row = new ArrayList<>();
      params.forEach(param -> row.add(cell.params().get(param)));
      for (FigureName name : figures) {
        Double value = value(cell, name);
        row.add(value == null ? NONE : Numbers.text(value));
      }
      rows.add(row);
    }
    return new ReportPage.OtherTable(
        benchmark.replaceAll("^.*\\.(?=[^.]+\\.[^.]+$)", ""), params.size(), columns, rows);
  }

  private static Double value(CellRecord cell, FigureName name) {
    Figure figure = cell.figures().get(name.label());
    return figure == null ? null : figure.value();
  }
}
