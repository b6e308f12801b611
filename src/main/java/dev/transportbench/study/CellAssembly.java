package dev.transportbench.study;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes one cell's entry of the ledger from what its forks left. */
final class CellAssembly {
  private static final String NOT_MEASURED = "not measured by this benchmark";

  private CellAssembly() {}

  /**
   * @param failures why forks failed, one line each
   * @param records of the forks that ended well, in the order of their index
   * @param reliable whether the transport must answer every RPC
   */
  static CellRecord of(
      Cell cell, List<String> failures, List<ForkRecord> records, boolean reliable) {
    if (cell.notRun() != null) {
      return record(cell, Status.notRun, cell.notRun(), List.of(), Map.of());
    }
    Map<String, Figure> figures = new LinkedHashMap<>();
    if (!records.isEmpty()) {
      Map<Series, Times> times = new EnumMap<>(Series.class);
      for (Series series : Series.values()) {
        times.put(series, Times.of(series, records));
      }
      for (FigureName name : FigureName.values()) {
        Figure figure =
            name.total() == FigureName.Total.HISTOGRAM
                ? times.get(name.series()).figure(name)
                : figure(name, records);
        figures.put(name.label(), figure);
      }
    }
    if (!failures.isEmpty()) {
      return record(cell, Status.failed, String.join("; ", failures), records, figures);
    }
    Set<String> faults = faults(cell, records, figures, reliable);
    return faults.isEmpty()
        ? record(cell, Status.ok, null, records, figures)
        : record(cell, Status.invalid, String.join("; ", faults), records, figures);
  }

  private static Set<String> faults(
      Cell cell, List<ForkRecord> records, Map<String, Figure> figures, boolean reliable) {
    Set<String> faults = new LinkedHashSet<>();
    records.forEach(record -> faults.addAll(record.violations()));
    Figure failed = figures.get(FigureName.RPC_FAILED.label());
    if (reliable && failed != null && failed.value() != null && failed.value() > 0) {
      faults.add("%d RPCs failed".formatted(failed.value().longValue()));
    }
    if (records.stream().map(CellAssembly::agreed).distinct().count() > 1) {
      faults.add("terms differ between forks: " + differing(records));
    }
    if (KnownAnswer.is(cell.params())) {
      faults.addAll(KnownAnswer.faults(figures.get(FigureName.LATENCY_P50.label())));
    }
    return faults;
  }

  /** What was negotiated; without what was measured on the way. */
  private static Map<String, String> agreed(ForkRecord record) {
    Map<String, String> agreed = new TreeMap<>(record.terms());
    agreed.keySet().removeIf(CellAssembly::isMeasured);
    return agreed;
  }

  private static boolean isMeasured(String term) {
    return term.endsWith(".millis");
  }

  /** The terms, the same for all forks, and each fork's value of what was measured. */
  private static Map<String, String> terms(List<ForkRecord> records) {
    Map<String, String> terms = new TreeMap<>();
    for (ForkRecord record : records) {
      record
          .terms()
          .forEach(
              (name, value) ->
                  terms.merge(
                      name, value, (known, more) -> isMeasured(name) ? known + " " + more : known));
    }
    return terms;
  }

  private static String differing(List<ForkRecord> records) {
    Set<String> names = new LinkedHashSet<>();
    records.forEach(record -> names.addAll(agreed(record).keySet()));
    return names.stream()
        .map(
            name ->
                name
                    + " "
                    + records.stream()
                        .map(record -> String.valueOf(record.terms().get(name)))
                        .distinct()
                        .collect(Collectors.joining(" and ")))
        .filter(text -> text.contains(" and "))
        .collect(Collectors.joining(", "));
  }

  private static Figure figure(FigureName name, List<ForkRecord> records) {
    List<Double> forks = new ArrayList<>();
    String why = NOT_MEASURED;
    for (ForkRecord record : records) {
      List<Double> values = new ArrayList<>();
      for (IterationRecord iteration : record.iterations()) {
        Reading reading = iteration.readings().get(name);
        if (reading != null && reading.value() != null) {
          values.add(reading.value());
        } else if (reading != null) {
          why = reading.notAvailable();
        }
      }
      forks.add(values.isEmpty() ? null : total(name, values));
    }
    List<Double> known = forks.stream().filter(value -> value != null).toList();
    return known.isEmpty()
        ? new Figure(null, name.unit(), forks, why)
        : new Figure(total(name, known), name.unit(), forks, null);
  }

  private static double total(FigureName name, List<Double> values) {
    double sum = values.stream().mapToDouble(Double::doubleValue).sum();
    switch (name.total()) {
      case SUM:
        return sum;
      case MAX:
        return Collections.max(values);
      default:
        return sum / values.size();
    }
  }

  private static CellRecord record(
      Cell cell, Status status, String why, List<ForkRecord> records, Map<String, Figure> figures) {
    Map<String, Object> asked = records.isEmpty() ? Map.of() : records.get(0).linkAsked();
    return new CellRecord(
        cell.key(),
        cell.benchmark(),
        cell.mode(),
        cell.params(),
        new CellRecord.LinkRecord(asked, records.stream().map(ForkRecord::linkMeasured).toList()),
        status,
        why,
        records.size(),
        terms(records),
        records.stream().map(ForkRecord::environment).toList(),
        figures);
  }
}
