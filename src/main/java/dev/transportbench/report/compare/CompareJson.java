package dev.transportbench.report.compare;

import dev.transportbench.report.compare.Compared.CellPair;
import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Interval;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A comparison for programs. What is not known is left out; no number is ever NaN. */
final class CompareJson {
  private static final int SCHEMA_VERSION = 1;

  private CompareJson() {}

  static Map<String, Object> document(Compared compared) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("schemaVersion", SCHEMA_VERSION);
    all.put("base", compared.base());
    all.put("head", compared.head());
    Map<String, Object> counts = new LinkedHashMap<>();
    for (Verdict verdict : Verdict.values()) {
      counts.put(word(verdict), compared.count(verdict));
    }
    all.put("counts", counts);
    all.put("unlike", compared.unlike());
    all.put("warnings", compared.warnings());
    List<Object> cells = new ArrayList<>();
    compared.cells().forEach(cell -> cells.add(cell(cell)));
    all.put("cells", cells);
    if (!compared.where().isEmpty()) {
      all.put("where", compared.where());
    }
    all.put("onlyInBase", compared.onlyInBase());
    all.put("onlyInHead", compared.onlyInHead());
    return all;
  }

  private static String word(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> cell(CellPair cell) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("key", cell.key());
    all.put("benchmark", cell.benchmark());
    all.put("mode", cell.mode());
    all.put("params", cell.params());
    Map<String, Object> figures = new LinkedHashMap<>();
    cell.figures().forEach(figure -> figures.put(figure.name(), figure(figure)));
    all.put("figures", figures);
    all.put("onlyInBase", cell.onlyInBase());
    all.put("onlyInHead", cell.onlyInHead());
    return all;
  }

  private static Map<String, Object> figure(FigurePair figure) {
    Map<String, Object> all = new LinkedHashMap<>();
    Outcome outcome = figure.outcome();
    all.put("verdict", outcome == null ? null : word(outcome.verdict()));
    all.put("notJudged", figure.notJudged());
    all.put("unit", figure.unit());
    all.put("base", finite(figure.base()));
    all.put("head", finite(figure.head()));
    if (outcome != null) {
      all.put("band", figure.band());
      all.put("baseForks", outcome.baseForks());
      all.put("headForks", outcome.headForks());
      all.put("ratio", interval(outcome.ratio()));
      all.put("shift", interval(outcome.shift()));
      if (outcome.test() != null) {
        all.put("mannWhitneyU", outcome.test().u());
        all.put("p", outcome.test().p());
        all.put("pIsExact", outcome.test().exact());
        all.put("rankBiserial", outcome.test().effect());
      }
      all.put("adjustedP", outcome.adjustedP());
      all.put("baseVariation", finite(outcome.baseVariation()));
      all.put("headVariation", finite(outcome.headVariation()));
      all.put("detectable", finite(outcome.detectable()));
      boolean countable = outcome.moreForks() != null && outcome.moreForks() < Integer.MAX_VALUE;
      all.put("moreForks", countable ? outcome.moreForks() : null);
      List<String> notes = new ArrayList<>(outcome.reasons());
      notes.addAll(figure.notes());
      all.put("notes", notes);
    }
    all.values().removeIf(java.util.Objects::isNull);
    return all;
  }

  private static Map<String, Object> interval(Interval interval) {
    if (interval == null) {
      return null;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("estimate", finite(interval.estimate()));
    if (!Double.isNaN(interval.low())) {
      all.put("low", finite(interval.low()));
      all.put("high", finite(interval.high()));
      all.put("confidence", interval.confidence());
    }
    return all;
  }

  private static Double finite(Double value) {
    return value == null || !Double.isFinite(value) ? null : value;
  }
}
