package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Puts cells that differ in nothing but the transport together: those are what one compares. */
final class CellGroups {
  static final String TRANSPORT = "transport";
  private static final String IMPAIRMENT = "impairment";
  static final String BACKEND = "backend";

  private final List<CellRecord> cells;
  private final List<String> impairments;
  private final List<String> names;
  private final Set<String> differing;
  private final boolean manyBenchmarks;

  CellGroups(List<CellRecord> cells) {
    this.cells = cells;
    this.impairments =
        cells.stream()
            .map(cell -> cell.params().getOrDefault(IMPAIRMENT, ""))
            .distinct()
            .collect(Collectors.toList());
    this.names =
        cells.stream()
            .flatMap(cell -> cell.params().keySet().stream())
            .distinct()
            .sorted()
            .collect(Collectors.toList());
    this.differing =
        names.stream()
            .filter(
                name ->
                    cells.stream()
                            .map(cell -> String.valueOf(cell.params().get(name)))
                            .distinct()
                            .limit(2)
                            .count()
                        > 1)
            .collect(Collectors.toSet());
    this.manyBenchmarks = cells.stream().map(CellRecord::benchmark).distinct().limit(2).count() > 1;
  }

  /** The groups: impairments as the study lists them, then by the other parameters. */
  List<List<CellRecord>> all() {
    Map<String, List<CellRecord>> groups = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      Map<String, String> rest = new TreeMap<>(cell.params());
      rest.remove(TRANSPORT);
      groups
          .computeIfAbsent(cell.benchmark() + cell.mode() + rest, key -> new ArrayList<>())
          .add(cell);
    }
    Comparator<CellRecord> order =
        Comparator.comparing(CellRecord::benchmark)
            .thenComparing(CellRecord::mode)
            .thenComparingInt(c -> impairments.indexOf(c.params().getOrDefault(IMPAIRMENT, "")));
    for (String name : names) {
      if (!name.equals(IMPAIRMENT) && !name.equals(TRANSPORT)) {
        order =
            order.thenComparing(c -> c.params().getOrDefault(name, ""), CellGroups::compareValues);
      }
    }
    Comparator<CellRecord> byFirst = order;
    return groups.values().stream()
        .sorted((a, b) -> byFirst.compare(a.get(0), b.get(0)))
        .collect(Collectors.toList());
  }

  /** {@code clean, concurrency 1}: the link, then what differs between groups. */
  String title(CellRecord cell) {
    List<String> parts = new ArrayList<>();
    if (manyBenchmarks) {
      parts.add(cell.benchmark().replaceAll("^.*\\.(?=[^.]+\\.[^.]+$)", ""));
    }
    if (cell.params().containsKey(IMPAIRMENT)) {
      parts.add(cell.params().get(IMPAIRMENT));
    }
    for (Map.Entry<String, String> param : new TreeMap<>(cell.params()).entrySet()) {
      String name = param.getKey();
      boolean said = name.equals(TRANSPORT) || name.equals(IMPAIRMENT) || name.equals(BACKEND);
      if (!said && differing.contains(name)) {
        parts.add(name + " " + param.getValue());
      }
    }
    return String.join(", ", parts);
  }

  /** {@code tls on clean, concurrency 1 (veth)}: a cell as a person would call it. */
  String name(CellRecord cell) {
    Map<String, String> params = cell.params();
    return params.getOrDefault(TRANSPORT, cell.benchmark())
        + " on "
        + title(cell)
        + (params.containsKey(BACKEND) ? " (" + params.get(BACKEND) + ")" : "");
  }

  /** {@code payloadBytes 1024}: what is the same in all cells; empty when nothing is. */
  String common() {
    return names.stream()
        .filter(name -> !differing.contains(name))
        .map(name -> name + " " + cells.get(0).params().get(name))
        .collect(Collectors.joining(", "));
  }

  /** 2 before 10, though as text it is not. */
  private static int compareValues(String a, String b) {
    if (a.matches("\\d{1,18}") && b.matches("\\d{1,18}")) {
      return Long.compare(Long.parseLong(a), Long.parseLong(b));
    }
    return a.compareTo(b);
  }
}
