package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Links as asked and as every fork measured them. A few properties of each direction; all others
 * are in the ledger.
 */
final class LinkTables {
  private static final List<String> DIRECTIONS = List.of("up", "down");

  /** What a table shows; a name is null for what is not asked, or not measured. */
  private record Property(String title, String asked, String measured) {}

  private static final List<Property> PROPERTIES =
      List.of(
          new Property("one-way delay, ms", "owdMillis", "delayMeanMillis"),
          new Property("deviation of the delay, ms", "jitterMillis", "delayDeviationMillis"),
          new Property("lost share of packets", "lossFraction", "lossFraction"),
          new Property("packets lost", null, "lost"),
          new Property("packets", null, "packets"),
          new Property("late beyond the delay, p99, µs", null, "latenessP99Micros"));

  private LinkTables() {}

  static List<ReportPage.LinkTable> of(List<CellRecord> cells) {
    Map<String, List<CellRecord>> byLink = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      boolean told = cell.link() != null && cell.link().asked() != null;
      if (told && !cell.link().asked().isEmpty()) {
        String title =
            cell.params().get("impairment") + " on " + cell.params().get(CellGroups.BACKEND);
        byLink.computeIfAbsent(title, link -> new ArrayList<>()).add(cell);
      }
    }
    List<ReportPage.LinkTable> tables = new ArrayList<>();
    byLink.forEach(
        (title, same) -> {
          Object source = same.get(0).link().asked().get("source");
          tables.add(
              new ReportPage.LinkTable(title, source == null ? "" : source.toString(), rows(same)));
        });
    return tables;
  }

  private static List<ReportPage.LinkRow> rows(List<CellRecord> cells) {
    List<ReportPage.LinkRow> rows = new ArrayList<>();
    for (String direction : DIRECTIONS) {
      Object asked = cells.get(0).link().asked().get(direction);
      List<Object> measured =
          cells.stream()
              .flatMap(cell -> cell.link().measured().stream())
              .map(fork -> fork.get(direction))
              .toList();
      for (Property property : PROPERTIES) {
        String askedText = range(Stream.of(number(asked, property.asked())));
        String measuredText =
            range(measured.stream().map(fork -> number(fork, property.measured())));
        if (!askedText.isEmpty() || !measuredText.isEmpty()) {
          rows.add(
              new ReportPage.LinkRow(direction + ": " + property.title(), askedText, measuredText));
        }
      }
    }
    return rows;
  }

  /** Null when there is none. */
  private static Double number(Object properties, String name) {
    return name != null
            && properties instanceof Map<?, ?> map
            && map.get(name) instanceof Number number
        ? number.doubleValue()
        : null;
  }

  private static String range(Stream<Double> values) {
    List<Double> known = values.filter(Objects::nonNull).sorted().collect(Collectors.toList());
    if (known.isEmpty()) {
      return "";
    }
    String least = Numbers.text(known.get(0));
    String most = Numbers.text(known.get(known.size() - 1));
    return least.equals(most) ? least : least + " to " + most;
  }
}
