package dev.transportbench.report.compare;

import dev.transportbench.ledger.CellKeys;
import dev.transportbench.report.ChangeText;
import dev.transportbench.report.compare.Compared.CellPair;
import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes a page of a comparison. */
public final class ComparePageBuilder {
  private final Compared compared;

  /** Values of each parameter over all cells: one that never differs is not repeated. */
  private final Map<String, Set<String>> values = new HashMap<>();

  private ComparePageBuilder(Compared compared) {
    this.compared = compared;
    for (CellPair cell : compared.cells()) {
      cell.params()
          .forEach((name, value) -> values.computeIfAbsent(name, k -> new HashSet<>()).add(value));
    }
  }

  public static ComparePage page(Compared compared) {
    return new ComparePageBuilder(compared).page();
  }

  private ComparePage page() {
    List<ComparePage.Section> sections = new ArrayList<>();
    section(sections, "Regressed", Verdict.REGRESSED);
    section(sections, "Improved", Verdict.IMPROVED);
    section(sections, "Inconclusive", Verdict.INCONCLUSIVE);
    section(sections, "Equivalent", Verdict.EQUIVALENT);
    return new ComparePage(
        verdict(),
        counts(),
        compared.base(),
        compared.head(),
        sections,
        notJudged(),
        plain(compared.onlyInBase()),
        plain(compared.onlyInHead()),
        plain(compared.unlike()),
        plain(compared.warnings()),
        String.format(Locale.ROOT, "%.3g", 100 * compared.confidence()).replaceFirst("\\.0$", "")
            + " %",
        compared.where().stream().map(this::place).toList());
  }

  private String verdict() {
    long regressed = compared.count(Verdict.REGRESSED);
    if (regressed > 0) {
      return regressed == 1 ? "1 figure regressed" : regressed + " figures regressed";
    }
    long open = compared.count(Verdict.INCONCLUSIVE);
    if (open == 0) {
      return "nothing regressed";
    }
    return "nothing is known to have regressed; %d %s inconclusive"
        .formatted(open, open == 1 ? "figure is" : "figures are");
  }

  private String counts() {
    int cells = compared.cells().size();
    return "%d regressed, %d improved, %d equivalent, %d inconclusive in %d %s"
        .formatted(
            compared.count(Verdict.REGRESSED),
            compared.count(Verdict.IMPROVED),
            compared.count(Verdict.EQUIVALENT),
            compared.count(Verdict.INCONCLUSIVE),
            cells,
            cells == 1 ? "cell" : "cells");
  }

  private void section(List<ComparePage.Section> sections, String title, Verdict verdict) {
    List<ComparePage.Row> rows = new ArrayList<>();
    for (CellPair cell : compared.cells()) {
      for (FigurePair figure : cell.figures()) {
        if (figure.outcome() != null && figure.outcome().verdict() == verdict) {
          rows.add(row(cell, figure));
        }
      }
    }
    if (!rows.isEmpty()) {
      sections.add(new ComparePage.Section(title, verdict.name().toLowerCase(Locale.ROOT), rows));
    }
  }

  private ComparePage.Row row(CellPair cell, FigurePair figure) {
    Outcome outcome = figure.outcome();
    List<String> why = new ArrayList<>(outcome.reasons());
    why.addAll(figure.notes());
    if (outcome.moreForks() != null) {
      why.add(more(outcome.moreForks()));
    }
    return new ComparePage.Row(
        outcome.verdict().name().toLowerCase(Locale.ROOT),
        name(cell),
        plain(figure.name() + (figure.unit().isBlank() ? "" : " " + figure.unit())),
        ChangeText.number(outcome.base()),
        ChangeText.number(outcome.head()),
        ChangeText.change(outcome),
        ChangeText.interval(outcome),
        ChangeText.adjustedP(outcome),
        ChangeText.effect(outcome),
        ChangeText.variations(outcome),
        ChangeText.detectable(outcome.detectable()),
        String.join("; ", why));
  }

  private static String more(int forks) {
    if (forks == Integer.MAX_VALUE) {
      return "it would take more than 1,000 forks a side";
    }
    return String.format(
        Locale.ROOT, "it would take %,d more %s a side", forks, forks == 1 ? "fork" : "forks");
  }

  /** {@code UnaryRpcBenchmark.call transport=tcp}: what tells it from the other cells. */
  private String name(CellPair cell) {
    String[] parts = cell.benchmark().split("\\.");
    String benchmark =
        parts.length < 2
            ? cell.benchmark()
            : parts[parts.length - 2] + "." + parts[parts.length - 1];
    String params =
        new TreeMap<>(cell.params())
            .entrySet().stream()
                .filter(param -> values.get(param.getKey()).size() > 1)
                .map(param -> " " + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining());
    String mode = cell.mode().equals(CellKeys.THROUGHPUT) ? "" : " (" + cell.mode() + ")";
    return plain(benchmark + params + mode);
  }

  /** In one line: a parameter may be a whole document. */
  private static String plain(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+\\s*", " ");
  }

  private static List<String> plain(List<String> texts) {
    return texts.stream().map(ComparePageBuilder::plain).toList();
  }

  private ComparePage.Place place(Where where) {
    String name =
        compared.cells().stream()
            .filter(cell -> cell.key().equals(where.cell()))
            .map(this::name)
            .findFirst()
            .orElse(where.cell());
    return new ComparePage.Place(
        name,
        where.notAvailable() == null ? "" : where.notAvailable(),
        where.layers().stream()
            .map(
                layer ->
                    new ComparePage.LayerRow(
                        layer.side(),
                        layer.layer(),
                        ChangeText.number(layer.base()),
                        ChangeText.number(layer.head()),
                        String.format(Locale.ROOT, "%+.2f ± %.2f", layer.change(), layer.error()),
                        layer.isClear()))
            .toList());
  }

  private List<String> notJudged() {
    Map<String, Set<String>> reasons = new TreeMap<>();
    for (CellPair cell : compared.cells()) {
      for (FigurePair figure : cell.figures()) {
        if (figure.notJudged() != null) {
          reasons
              .computeIfAbsent(figure.notJudged(), why -> new java.util.TreeSet<>())
              .add(figure.name());
        }
      }
    }
    return reasons.entrySet().stream()
        .map(entry -> plain(String.join(", ", entry.getValue()) + ": " + entry.getKey()))
        .toList();
  }
}
