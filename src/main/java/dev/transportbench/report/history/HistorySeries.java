package dev.transportbench.report.history;

import dev.transportbench.config.BadInputException;
import dev.transportbench.stats.ChangePoints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A figure of one cell over the runs of a store, in the order in which they began, and where it
 * changed.
 *
 * @param key the cell's
 */
public record HistorySeries(String key, String figure, String unit, List<Point> points) {
  private static final int MOST_NAMED = 10;

  /**
   * The figure in one run.
   *
   * @param value over all forks
   * @param least of the forks; the value, where forks are not known
   * @param most likewise
   * @param change by what the stretch that begins here differs from the one before; else empty
   * @param machine when it is another than that of the run before; else empty
   */
  public record Point(
      String startUtc,
      String commit,
      double value,
      double least,
      double most,
      String change,
      String machine) {}

  /**
   * @param words what the wanted cell's key must hold, all of them
   * @throws BadInputException when not just one cell has them, or none has the figure
   */
  public static HistorySeries of(List<HistoryStore.Line> store, List<String> words, String figure) {
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
    return new HistorySeries(
        keys.get(0), figure, runs.get(0).figures().get(figure).unit(), points(runs, figure));
  }

  private static List<Point> points(List<HistoryStore.Line> runs, String figure) {
    double[] values = runs.stream().mapToDouble(run -> run.figures().get(figure).value()).toArray();
    List<ChangePoints.Change> changes = ChangePoints.of(values);
    List<Point> points = new ArrayList<>();
    String machine = String.valueOf(runs.get(0).machine());
    for (int i = 0; i < values.length; i++) {
      HistoryStore.Line run = runs.get(i);
      String own = String.valueOf(run.machine());
      List<Double> forks = run.figures().get(figure).forks();
      double value = values[i];
      points.add(
          new Point(
              run.startUtc(),
              String.valueOf(run.commit()),
              value,
              forks == null ? value : forks.stream().min(Double::compare).orElse(value),
              forks == null ? value : forks.stream().max(Double::compare).orElse(value),
              change(values, i, changes),
              own.equals(machine) ? "" : own));
      machine = own;
    }
    return points;
  }

  /** The means of the stretches before and after. */
  private static String change(double[] values, int at, List<ChangePoints.Change> changes) {
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

  /** Whether there are runs enough to see a change in. */
  boolean isLongEnough() {
    return points.size() >= 2 * ChangePoints.LEAST;
  }

  double most() {
    return points.stream().mapToDouble(Point::most).max().orElseThrow();
  }
}
