package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.stats.Comparison;
import dev.transportbench.stats.Family;
import dev.transportbench.stats.Forks;
import dev.transportbench.stats.KruskalWallis;
import dev.transportbench.stats.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The contrasts that a study asks for, within its own run: every pair of cells that differ in
 * nothing but the contrast's parameter, and how each arm does over the networks. A family is one
 * figure of one contrast over all its scenarios.
 */
final class Contrasts {
  private static final String IMPAIRMENT = "impairment";
  private static final double ALPHA = Family.ALPHA;

  /** Levels that make Kruskal–Wallis worth more than a pair. */
  private static final int LEAST_NETWORKS = 3;

  private static final List<FigureName> FIGURES =
      List.of(
          FigureName.LATENCY_P50,
          FigureName.THROUGHPUT,
          FigureName.CPU_PROCESS,
          FigureName.ALLOC_PROCESS,
          FigureName.WIRE_OVERHEAD);

  private static final List<FigureName> OVER_NETWORKS =
      List.of(FigureName.LATENCY_P50, FigureName.THROUGHPUT);

  /** Two cells to compare. */
  private record Pair(CellRecord base, CellRecord head) {}

  private Contrasts() {}

  static List<ReportPage.Contrast> tables(Ledger.Asked asked, List<CellRecord> cells) {
    List<ReportPage.Contrast> tables = new ArrayList<>();
    for (Ledger.Contrast contrast : of(asked)) {
      List<ReportPage.ContrastRow> rows = new ArrayList<>();
      List<Pair> pairs = pairs(contrast, cells);
      for (FigureName figure : FIGURES) {
        rows.addAll(rows(contrast, figure, pairs, cells));
      }
      if (!rows.isEmpty()) {
        tables.add(
            new ReportPage.Contrast(
                contrast.param() + ": " + contrast.base() + " → " + contrast.head(), rows));
      }
    }
    return tables;
  }

  private static List<Ledger.Contrast> of(Ledger.Asked asked) {
    return asked == null || asked.contrasts() == null ? List.of() : asked.contrasts();
  }

  private static List<Pair> pairs(Ledger.Contrast contrast, List<CellRecord> cells) {
    List<Pair> pairs = new ArrayList<>();
    for (CellRecord base : cells) {
      if (base.status() == Status.ok
          && contrast.base().equals(base.params().get(contrast.param()))) {
        for (CellRecord head : cells) {
          if (head.status() == Status.ok
              && contrast.head().equals(head.params().get(contrast.param()))
              && base.benchmark().equals(head.benchmark())
              && base.mode().equals(head.mode())
              && rest(base, contrast.param()).equals(rest(head, contrast.param()))) {
            pairs.add(new Pair(base, head));
          }
        }
      }
    }
    return pairs;
  }

  private static Map<String, String> rest(CellRecord cell, String... without) {
    Map<String, String> rest = new TreeMap<>(cell.params());
    rest.keySet().removeAll(Set.of(without));
    return rest;
  }

  private static List<ReportPage.ContrastRow> rows(
      Ledger.Contrast contrast, FigureName name, List<Pair> pairs, List<CellRecord> cells) {
    List<Pair> judged = new ArrayList<>();
    List<Comparison> comparisons = new ArrayList<>();
    for (Pair pair : pairs) {
      Forks base = forks(pair.base(), name);
      Forks head = forks(pair.head(), name);
      if (base != null && head != null) {
        judged.add(pair);
        comparisons.add(
            new Comparison(base, head, FigureRules.terms(name.label(), name.unit()).orElseThrow()));
      }
    }
    List<Outcome> outcomes = Family.judge(comparisons, Family.RESAMPLES);
    List<ReportPage.ContrastRow> rows = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      Outcome outcome = outcomes.get(i);
      rows.add(
          new ReportPage.ContrastRow(
              scenario(rest(judged.get(i).base(), contrast.param()), cells),
              name.label() + (name.unit().equals("1") ? "" : " " + name.unit()),
              ChangeText.number(outcome.base()),
              ChangeText.number(outcome.head()),
              ChangeText.change(outcome),
              ChangeText.interval(outcome),
              ChangeText.adjustedP(outcome),
              ChangeText.effect(outcome),
              ChangeText.variations(outcome),
              finding(outcome)));
    }
    return rows;
  }

  /** Null when the cell has no such figure, or one that must not be judged. */
  private static Forks forks(CellRecord cell, FigureName name) {
    Figure figure = cell.figures() == null ? null : cell.figures().get(name.label());
    if (figure == null || figure.value() == null || figure.forks() == null) {
      return null;
    }
    Double throughput = Warnings.value(cell, FigureName.THROUGHPUT);
    boolean cold = throughput == null || throughput < FigureRules.LEAST_RPCS_FOR_CPU;
    boolean elsewhere = !"veth".equals(cell.params().get(CellGroups.BACKEND));
    if (name.label().startsWith("cpu.") && (cold || elsewhere)) {
      return null;
    }
    return Forks.ofMeans(
        figure.forks().stream().filter(Objects::nonNull).mapToDouble(v -> v).toArray());
  }

  private static String finding(Outcome outcome) {
    switch (outcome.verdict()) {
      case REGRESSED:
        return "worse";
      case IMPROVED:
        return "better";
      case EQUIVALENT:
        return "alike";
      default:
        return String.join("; ", outcome.reasons());
    }
  }

  /** The values of those parameters that differ between cells. */
  private static String scenario(Map<String, String> params, List<CellRecord> cells) {
    String text =
        params.entrySet().stream()
            .filter(
                param ->
                    cells.stream().map(c -> c.params().get(param.getKey())).distinct().count() > 1)
            .map(param -> param.getKey() + " " + param.getValue())
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "the only one" : text;
  }

  /** Kruskal–Wallis over the networks, for each arm of a contrast between other things. */
  static List<ReportPage.Network> networks(Ledger.Asked asked, List<CellRecord> cells) {
    Map<String, Map<String, CellRecord>> arms = new LinkedHashMap<>();
    for (Ledger.Contrast contrast : of(asked)) {
      for (CellRecord cell : cells) {
        String value = cell.params().get(contrast.param());
        boolean inContrast = contrast.base().equals(value) || contrast.head().equals(value);
        if (!contrast.param().equals(IMPAIRMENT) && inContrast && cell.status() == Status.ok) {
          String arm = scenario(rest(cell, IMPAIRMENT, CellGroups.BACKEND), cells);
          arms.computeIfAbsent(arm, key -> new LinkedHashMap<>())
              .put(cell.params().getOrDefault(IMPAIRMENT, ""), cell);
        }
      }
    }
    List<ReportPage.Network> rows = new ArrayList<>();
    arms.forEach(
        (arm, byNetwork) -> {
          for (FigureName name : OVER_NETWORKS) {
            rows.addAll(network(arm, name, byNetwork));
          }
        });
    return rows;
  }

  private static List<ReportPage.Network> network(
      String arm, FigureName name, Map<String, CellRecord> byNetwork) {
    List<String> networks = new ArrayList<>();
    List<double[]> levels = new ArrayList<>();
    byNetwork.forEach(
        (network, cell) -> {
          Forks forks = forks(cell, name);
          if (forks != null && forks.count() > 1) {
            networks.add(network);
            levels.add(forks.means());
          }
        });
    if (levels.size() < LEAST_NETWORKS) {
      return List.of();
    }
    KruskalWallis.Result result = KruskalWallis.test(levels);
    Set<String> pairs = new LinkedHashSet<>();
    for (KruskalWallis.Pair pair : KruskalWallis.dunn(levels)) {
      if (pair.p() < ALPHA) {
        String first = networks.get(pair.first());
        String second = networks.get(pair.second());
        pairs.add(pair.z() > 0 ? first + " < " + second : second + " < " + first);
      }
    }
    return List.of(
        new ReportPage.Network(
            arm,
            name.label(),
            String.format(Locale.ROOT, "%.2f (%d)", result.h(), result.freedom()),
            ChangeText.p(result.p()),
            pairs.isEmpty() ? "none" : String.join(", ", pairs)));
  }
}
