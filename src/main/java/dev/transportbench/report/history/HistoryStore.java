package dev.transportbench.report.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A file of JSON Lines, one a cell of a run, that only grows. DuckDB, pandas and jq read it as it
 * is.
 */
public final class HistoryStore {
  /**
   * A cell of a run.
   *
   * @param run when it began, and the jar's digest: two runs never share it
   * @param machine JDK, kernel and CPU: what a change may come from instead of the code
   */
  public record Line(
      String run,
      String startUtc,
      String commit,
      String study,
      String machine,
      String key,
      Map<String, Value> figures) {}

  /** A figure over all forks, and each fork's own. */
  public record Value(double value, String unit, List<Double> forks) {}

  private HistoryStore() {}

  /**
   * Appends the cells of a run that are {@code ok}.
   *
   * @return how many
   * @throws BadInputException when the store holds the run already, or is no store
   */
  public static int add(Ledger ledger, Path store) {
    String start = text(ledger, "startUtc");
    String run = start + " " + text(ledger, "jarSha256");
    List<Line> before = Files.exists(store) ? read(store) : List.of();
    if (before.stream().anyMatch(line -> line.run().equals(run))) {
      throw new BadInputException(
          "DIR: the run of %s is in '%s' already; allowed: a run that is not"
              .formatted(start, store));
    }
    String machine =
        String.join(", ", text(ledger, "jdk"), text(ledger, "kernel"), text(ledger, "cpu"));
    StringBuilder lines = new StringBuilder();
    int added = 0;
    for (CellRecord cell : ledger.cells()) {
      if (cell.status() == CellRecord.Status.ok) {
        Map<String, Value> figures = new TreeMap<>();
        cell.figures().forEach((name, figure) -> put(figures, name, figure));
        lines
            .append(
                LedgerJson.line(
                    new Line(
                        run,
                        start,
                        text(ledger, "commit"),
                        ledger.study(),
                        machine,
                        cell.key(),
                        figures)))
            .append('\n');
        added++;
      }
    }
    try {
      Files.writeString(
          store,
          lines,
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new BadInputException(
          "--store: '%s' cannot be written; allowed: a file in a folder of your own"
              .formatted(store));
    }
    return added;
  }

  private static void put(Map<String, Value> figures, String name, Figure figure) {
    if (figure.value() != null) {
      figures.put(
          name,
          new Value(
              figure.value(),
              figure.unit(),
              figure.forks().stream().filter(Objects::nonNull).toList()));
    }
  }

  private static String text(Ledger ledger, String name) {
    return Objects.toString(ledger.environment().get(name), "unknown");
  }

  /** In the order in which the runs began. */
  public static List<Line> read(Path store) {
    List<String> texts;
    try {
      texts = Files.readAllLines(store);
    } catch (IOException e) {
      throw new BadInputException(
          "--store: '%s' cannot be read; allowed: a file that history add has written"
              .formatted(store));
    }
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      lines.add(line(texts.get(i), store, i + 1));
    }
    lines.sort((a, b) -> a.startUtc().compareTo(b.startUtc()));
    return lines;
  }

  private static Line line(String text, Path store, int number) {
    try {
      Line line = LedgerJson.parse(text, Line.class);
      if (line != null
          && line.run() != null
          && line.startUtc() != null
          && line.key() != null
          && line.figures() != null) {
        return line;
      }
    } catch (JsonProcessingException e) {
      // Said below: the same for all that is no such line.
    }
    throw new BadInputException(
        "--store: '%s' line %d is no cell of a run; allowed: a file that history add has written"
            .formatted(store, number));
  }
}
