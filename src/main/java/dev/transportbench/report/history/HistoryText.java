package dev.transportbench.report.history;

import dev.transportbench.report.Numbers;
import dev.transportbench.report.TerminalTable;
import dev.transportbench.stats.ChangePoints;
import java.util.ArrayList;
import java.util.List;

/** A series drawn for a terminal. */
public final class HistoryText {
  private static final int WIDTH = 30;
  private static final int COMMIT = 8;

  private HistoryText() {}

  public static List<String> lines(HistorySeries series) {
    double most = series.points().stream().mapToDouble(HistorySeries.Point::value).max().orElse(0);
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("run", "commit", "", series.figure() + " " + series.unit(), ""));
    for (HistorySeries.Point point : series.points()) {
      int length = most > 0 ? (int) Math.round(Math.max(0, point.value()) / most * WIDTH) : 0;
      table.add(
          List.of(
              point.startUtc(),
              commit(point),
              "#".repeat(length),
              Numbers.text(point.value()),
              note(point)));
    }
    List<String> lines = new ArrayList<>();
    lines.add(series.key());
    lines.addAll(TerminalTable.aligned(table, 3));
    if (!series.isLongEnough()) {
      lines.add(tooShort());
    }
    return lines;
  }

  static String tooShort() {
    return "no change can be told before " + 2 * ChangePoints.LEAST + " runs";
  }

  static String commit(HistorySeries.Point point) {
    return point.commit().substring(0, Math.min(COMMIT, point.commit().length()));
  }

  static String note(HistorySeries.Point point) {
    String machine = point.machine().isEmpty() ? "" : " another machine: " + point.machine();
    return (point.change() + machine).strip();
  }
}
