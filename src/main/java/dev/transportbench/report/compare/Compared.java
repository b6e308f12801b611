package dev.transportbench.report.compare;

import dev.transportbench.stats.Direction;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Verdict;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Two measurements, compared.
 *
 * @param base what the person called it; {@code head} likewise
 * @param cells those on both sides, in natural order of their keys
 * @param onlyInBase keys, and why a cell that is there cannot be used
 * @param unlike conditions that differ, one line each
 * @param confidence of the intervals: .95, or more when there are several looks
 * @param where in which layers each cell changed whose stacks were sampled on both sides
 */
public record Compared(
    String base,
    String head,
    List<CellPair> cells,
    List<String> onlyInBase,
    List<String> onlyInHead,
    List<String> unlike,
    List<String> warnings,
    double confidence,
    List<Where> where) {

  /** One cell on both sides. */
  public record CellPair(
      String key,
      String benchmark,
      String mode,
      Map<String, String> params,
      List<FigurePair> figures,
      List<String> onlyInBase,
      List<String> onlyInHead) {

    CellPair with(List<FigurePair> others) {
      return new CellPair(key, benchmark, mode, params, others, onlyInBase, onlyInHead);
    }
  }

  /**
   * One figure on both sides, in base's unit.
   *
   * @param better null for a figure that is shown, not judged
   * @param band as a share of base; 0 when not judged
   * @param outcome null when not judged
   * @param notJudged why not; null when it is
   * @param notes what a reader must know of the values
   */
  public record FigurePair(
      String name,
      String unit,
      Direction better,
      double band,
      double base,
      double head,
      Outcome outcome,
      String notJudged,
      List<String> notes) {

    FigurePair with(Outcome other) {
      return new FigurePair(name, unit, better, band, base, head, other, notJudged, notes);
    }
  }

  Compared with(List<CellPair> others) {
    return new Compared(
        base, head, others, onlyInBase, onlyInHead, unlike, warnings, confidence, where);
  }

  /** The same with the layers of changed cells. */
  public Compared withLayers(List<Where> places) {
    return new Compared(
        base, head, cells, onlyInBase, onlyInHead, unlike, warnings, confidence, places);
  }

  /** The same under other names. */
  public Compared named(String baseName, String headName) {
    return new Compared(
        baseName, headName, cells, onlyInBase, onlyInHead, unlike, warnings, confidence, where);
  }

  /** Keys of cells in which a figure has this verdict. */
  public Set<String> cellsWith(Verdict... verdicts) {
    Set<String> keys = new LinkedHashSet<>();
    for (CellPair cell : cells) {
      for (FigurePair figure : cell.figures()) {
        if (figure.outcome() != null
            && Arrays.asList(verdicts).contains(figure.outcome().verdict())) {
          keys.add(cell.key());
        }
      }
    }
    return keys;
  }

  /** Figures with this verdict, over all cells. */
  public long count(Verdict verdict) {
    return cells.stream()
        .flatMap(cell -> cell.figures().stream())
        .filter(figure -> figure.outcome() != null && figure.outcome().verdict() == verdict)
        .count();
  }
}
