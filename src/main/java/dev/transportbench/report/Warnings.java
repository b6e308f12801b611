package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a reader must know before believing a table. */
final class Warnings {
  /** CPU parts add up to the process within this share, or within this part of a core. */
  private static final double CPU_SHARE = 0.03;

  private static final double CPU_OF_A_CORE = 0.005;
  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * Terms that must be equal wherever cells have them, and the parameter by which a study may vary
   * each; empty where none does.
   */
  private static final Map<String, String> EQUAL_TERMS =
      new TreeMap<>(
          Map.of(
              "tls.version", "tlsVersion",
              "tls.suite", "tlsVersion",
              "tls.handshake", "",
              "congestion", "congestion",
              "initial.window.packets", "",
              "flow.window.bytes", "flowWindow",
              "kernel.tcp_slow_start_after_idle", "",
              "kernel.tcp_rto_min_us", "",
              "kernel.tcp_no_metrics_save", ""));

  /** The name in the run's environment and in each fork's. */
  private static final String CAPTURES = "captures";

  private Warnings() {}

  static List<String> of(Ledger ledger, CellGroups groups) {
    List<String> warnings = new ArrayList<>();
    for (Status status : List.of(Status.failed, Status.invalid, Status.notRun)) {
      warnings.addAll(byReason(ledger, groups, status));
    }
    warnings.addAll(unlikeTerms(ledger.cells()));
    warnings.addAll(ofLinks(ledger, groups));
    warnings.addAll(ofCaptures(ledger, groups));
    for (CellRecord cell : ledger.cells()) {
      cpuGap(cell, groups.name(cell)).ifPresent(warnings::add);
    }
    warnings.addAll(MachineWarnings.of(ledger, groups));
    if (Boolean.TRUE.equals(ledger.environment().get("dirty"))) {
      warnings.add("the jar was built from a tree with changes that no commit holds");
    }
    return warnings;
  }

  private static List<String> byReason(Ledger ledger, CellGroups groups, Status status) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (CellRecord cell : ledger.cells()) {
      if (cell.status() == status) {
        names
            .computeIfAbsent(String.valueOf(cell.why()), why -> new ArrayList<>())
            .add(groups.name(cell));
      }
    }
    String word = status == Status.notRun ? "not run" : status.name();
    return names.entrySet().stream()
        .map(entry -> word + ": " + String.join("; ", entry.getValue()) + ": " + entry.getKey())
        .collect(Collectors.toList());
  }

  private static List<String> ofLinks(Ledger ledger, CellGroups groups) {
    List<String> warnings = new ArrayList<>();
    for (CellRecord cell : ledger.cells()) {
      for (Map<String, Object> fork : cell.link().measured()) {
        if (fork.get(CellRecord.LinkRecord.WARNINGS) instanceof List<?> told) {
          told.forEach(warning -> warnings.add("link: " + groups.name(cell) + ": " + warning));
        }
      }
    }
    return warnings;
  }

  /** What was captured of a run slows it down. */
  private static List<String> ofCaptures(Ledger ledger, CellGroups groups) {
    if (!(ledger.environment().get(CAPTURES) instanceof List<?> captures)) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>();
    warnings.add(
        "not for timing: captures were on (%s), which slow a run down"
            .formatted(captures.stream().map(String::valueOf).collect(Collectors.joining(", "))));
    Map<String, List<String>> names = new TreeMap<>();
    for (CellRecord cell : ledger.cells()) {
      captured(cell)
          .filter(found -> found.contains("not available"))
          .forEach(
              found -> names.computeIfAbsent(found, f -> new ArrayList<>()).add(groups.name(cell)));
    }
    names.forEach((found, cells) -> warnings.add(found + ": " + String.join("; ", cells)));
    return warnings;
  }

  private static Stream<String> captured(CellRecord cell) {
    return cell.forkEnvironments().stream()
        .map(fork -> fork.get(CAPTURES))
        .filter(captures -> captures instanceof Map<?, ?>)
        .flatMap(captures -> ((Map<?, ?>) captures).entrySet().stream())
        .map(capture -> capture.getKey() + ": " + capture.getValue())
        .distinct();
  }

  /** Over the whole study, apart from what it varies itself. */
  private static List<String> unlikeTerms(List<CellRecord> cells) {
    List<String> warnings = new ArrayList<>();
    EQUAL_TERMS.forEach(
        (term, param) -> {
          Map<String, List<CellRecord>> alike = new LinkedHashMap<>();
          for (CellRecord cell : cells) {
            alike
                .computeIfAbsent(cell.params().getOrDefault(param, ""), v -> new ArrayList<>())
                .add(cell);
          }
          for (String side : List.of("client.", "server.")) {
            alike.forEach(
                (value, those) ->
                    unlikeTerm(side + term, those)
                        .ifPresent(
                            text ->
                                warnings.add(
                                    "unlike terms, do not compare%s: %s"
                                        .formatted(
                                            value.isEmpty() ? "" : " (" + param + " " + value + ")",
                                            text))));
          }
        });
    return warnings;
  }

  private static Optional<String> unlikeTerm(String name, List<CellRecord> cells) {
    Map<String, TreeSet<String>> byValue = new TreeMap<>();
    for (CellRecord cell : cells) {
      if (terms(cell).containsKey(name)) {
        byValue
            .computeIfAbsent(terms(cell).get(name), value -> new TreeSet<>())
            .add(String.valueOf(cell.params().get(CellGroups.TRANSPORT)));
      }
    }
    return byValue.size() < 2
        ? Optional.empty()
        : Optional.of(
            "%s is %s"
                .formatted(
                    name,
                    byValue.entrySet().stream()
                        .map(e -> e.getKey() + " for " + String.join(", ", e.getValue()))
                        .collect(Collectors.joining("; "))));
  }

  private static Map<String, String> terms(CellRecord cell) {
    return cell.terms() == null ? Map.of() : cell.terms();
  }

  private static Optional<String> cpuGap(CellRecord cell, String name) {
    double parts = 0;
    for (FigureName part :
        List.of(
            FigureName.CPU_CLIENT,
            FigureName.CPU_SERVER,
            FigureName.CPU_GC,
            FigureName.CPU_JIT,
            FigureName.CPU_OTHER)) {
      Double value = value(cell, part);
      if (value == null) {
        return Optional.empty();
      }
      parts += value;
    }
    Double process = value(cell, FigureName.CPU_PROCESS);
    Double throughput = value(cell, FigureName.THROUGHPUT);
    if (process == null || throughput == null || throughput <= 0) {
      return Optional.empty();
    }
    double allowed = Math.max(CPU_SHARE * process, CPU_OF_A_CORE * MICROS_PER_SECOND / throughput);
    if (Math.abs(parts - process) <= allowed) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "CPU does not add up: %s: the parts are %.1f us, the process %.1f us",
            name,
            parts,
            process));
  }

  static Double value(CellRecord cell, FigureName name) {
    Figure figure = cell.figures() == null ? null : cell.figures().get(name.label());
    return figure == null ? null : figure.value();
  }
}
