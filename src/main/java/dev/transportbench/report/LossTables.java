package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What lost packets did to RPCs, by kind and by recovery: of all forks together. */
final class LossTables {
  private static final String NONE = "–";

  private LossTables() {}

  /** Sums over forks, whose own values are means. */
  private static final class Sum {
    private double count;
    private double latency;
    private double predicted;
    private boolean hasModel = true;
  }

  static List<ReportPage.LossTable> of(CellGroups groups) {
    List<ReportPage.LossTable> tables = new ArrayList<>();
    for (List<CellRecord> group : groups.all()) {
      List<ReportPage.LossRow> rows = new ArrayList<>();
      for (CellRecord cell : group) {
        String transport = cell.params().getOrDefault(CellGroups.TRANSPORT, cell.benchmark());
        sums(cell)
            .forEach((names, sum) -> rows.add(row(transport, names.get(0), names.get(1), sum)));
      }
      if (!rows.isEmpty()) {
        tables.add(new ReportPage.LossTable(groups.title(group.get(0)), rows));
      }
    }
    return tables;
  }

  private static Map<List<String>, Sum> sums(CellRecord cell) {
    Map<List<String>, Sum> sums = new LinkedHashMap<>();
    for (Map<String, Object> fork : cell.forkEnvironments()) {
      if (!(fork.get("losses") instanceof Map<?, ?> losses)
          || !(losses.get("rows") instanceof List<?> rows)) {
        continue;
      }
      for (Object each : rows) {
        if (each instanceof Map<?, ?> row) {
          List<String> names =
              List.of(String.valueOf(row.get("kind")), String.valueOf(row.get("recovery")));
          Sum sum = sums.computeIfAbsent(names, n -> new Sum());
          double count = number(row, "count");
          sum.count += count;
          sum.latency += count * number(row, "latencyMicros");
          sum.hasModel &= row.containsKey("predictedMicros");
          sum.predicted += count * number(row, "predictedMicros");
        }
      }
    }
    return sums;
  }

  private static double number(Map<?, ?> row, String name) {
    return row.get(name) instanceof Number number ? number.doubleValue() : 0;
  }

  private static ReportPage.LossRow row(String transport, String kind, String recovery, Sum sum) {
    double measured = sum.latency / sum.count;
    double predicted = sum.predicted / sum.count;
    return new ReportPage.LossRow(
        transport,
        kind,
        recovery,
        Numbers.text(sum.count),
        Numbers.text(measured / 1e3),
        sum.hasModel ? Numbers.text(predicted / 1e3) : NONE,
        sum.hasModel ? Numbers.text(measured / predicted) : NONE);
  }
}
