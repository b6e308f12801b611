package dev.transportbench.report.history;

import dev.transportbench.config.BadInputException;
import dev.transportbench.report.Numbers;
import dev.transportbench.report.TerminalTable;
import dev.transportbench.stats.ChangePoints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A cell's figure over the runs of a store, drawn for a terminal. */
public final class HistoryText {
  private static final int WIDTH = 30;
  private static final int COMMIT = 8;
  private static final int MOST_NAMED = 10;

  private HistoryText() {}

  /**
   * @param words what the wanted cell's key must hold, all of them
   * @throws BadInputException when not just one cell has them, or none has the figure
   */
  public static List<String> lines(
      List<HistoryStore.Line> store, List<String> words, String figure) {
    List<String> keys =
        store.stream()
            .map(HistoryStore.Line::key)
            .filter(key -> words.stream().allMatch(key::contains))
            .distinct()
            .toList();
    if (keys.size() != 1) {
      throw new BadInputException(
          "CELL: '%s' names %d cells%s; allowed: words that only one cell's key has"
              .formatted(
                  String.join(" ", words),
                  keys.size(),
                  keys.isEmpty()
                      ? ""
                      : ": " + String.join("; ", keys.stream().limit(MOST_NAMED).toList())));
    }
    List<HistoryStore.Line> runs =
        store.stream()
            .filter(line -> line.key().equals(keys.get(0)) && line.figures().containsKey(figure))
            .toList();
    if (runs.isEmpty()) {
      throw new BadInputException(
          "--figure: '%s' is in no run of this cell; allowed: one of docs/ledger.md"
              .formatted(figure));
    }
    return drawn(runs, keys.get(0), figure);
  }

  private static List<String> drawn(List<HistoryStore.Line> runs, String key, String figure) {
    double[] values = runs.stream().mapToDouble(run -> run.figures().get(figure).value()).toArray();
    List<ChangePoints.Change> changes = ChangePoints.of(values);
    double most = Arrays.stream(values).max().orElseThrow();
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of("run", "commit", "", figure + " " + runs.get(0).figures().get(figure).unit(), ""));
    String machine = runs.get(0).machine();
    for (int i = 0; i < values.length; i++) {
      int length = most > 0 ? (int) Math.round(Math.max(0, values[i]) / most * WIDTH) : 0;
      String commit = String.valueOf(runs.get(i).commit());
      String note = note(values, i, changes);
      if (!String.valueOf(runs.get(i).machine()).equals(String.valueOf(machine))) {
        machine = runs.get(i).machine();
        note = (note + " another machine: " + machine).strip();
      }
      table.add(
          List.of(
              runs.get(i).startUtc(),
              commit.substring(0, Math.min(COMMIT, commit.length())),
              "#".repeat(length),
              Numbers.text(values[i]),
              note));
    }
    List<String> lines = new ArrayList<>();
    lines.add(key);
    lines.addAll(TerminalTable.aligned(table, 3));
    if (values.length < 2 * ChangePoints.LEAST) {
      lines.add("no change can be told before " + 2 * ChangePoints.LEAST + " runs");
    }
    return lines;
  }

  /** What changed at a run: the means of the stretches before and after it. */
  private static String note(double[] values, int at, List<ChangePoints.Change> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i).index() == at) {
        int from = i == 0 ? 0 : changes.get(i - 1).index();
        int to = i + 1 == changes.size() ? values.length : changes.get(i + 1).index();
        double before = Arrays.stream(values, from, at).average().orElseThrow();
        double after = Arrays.stream(values, at, to).average().orElseThrow();
        return String.format(
            Locale.ROOT,
            "changed by %+.1f %% (p %.3f)",
            100 * (after / before - 1),
            changes.get(i).p());
      }
    }
    return "";
  }
}
