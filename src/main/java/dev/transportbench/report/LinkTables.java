package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Links as asked and as every fork measured them. */
final class LinkTables {
  /** The row's title names the link; warnings stand with the others. */
  private static final Set<String> TOLD_ELSEWHERE =
      Set.of("profile", "backend", CellRecord.LinkRecord.WARNINGS);

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
    byLink.forEach((title, same) -> tables.add(new ReportPage.LinkTable(title, rows(same))));
    return tables;
  }

  private static List<ReportPage.LinkRow> rows(List<CellRecord> cells) {
    Map<String, Object> asked = flat(cells.get(0).link().asked());
    Map<String, List<Object>> measured = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      for (Map<String, Object> fork : cell.link().measured()) {
        flat(fork)
            .forEach((name, v) -> measured.computeIfAbsent(name, n -> new ArrayList<>()).add(v));
      }
    }
    Set<String> names = new LinkedHashSet<>(asked.keySet());
    names.addAll(measured.keySet());
    List<ReportPage.LinkRow> rows = new ArrayList<>();
    for (String name : names) {
      rows.add(
          new ReportPage.LinkRow(
              name,
              asked.containsKey(name) ? text(asked.get(name)) : "",
              measured.containsKey(name) ? range(measured.get(name)) : ""));
    }
    return rows;
  }

  /** Nested maps as dotted names. */
  private static Map<String, Object> flat(Map<String, Object> nested) {
    Map<String, Object> flat = new LinkedHashMap<>();
    flatten("", nested, flat);
    return flat;
  }

  private static void flatten(String prefix, Map<?, ?> nested, Map<String, Object> flat) {
    nested.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> inner) {
            flatten(prefix + name + ".", inner, flat);
          } else if (value != null && !TOLD_ELSEWHERE.contains(name)) {
            flat.put(prefix + name, value);
          }
        });
  }

  private static String range(List<Object> values) {
    if (values.stream().allMatch(value -> value instanceof Number)) {
      double least = values.stream().mapToDouble(v -> ((Number) v).doubleValue()).min().orElse(0);
      double most = values.stream().mapToDouble(v -> ((Number) v).doubleValue()).max().orElse(0);
      return least == most
          ? Numbers.text(least)
          : Numbers.text(least) + " to " + Numbers.text(most);
    }
    return String.join(", ", new LinkedHashSet<>(values.stream().map(LinkTables::text).toList()));
  }

  private static String text(Object value) {
    return value instanceof Number number
        ? Numbers.text(number.doubleValue())
        : String.valueOf(value);
  }
}
