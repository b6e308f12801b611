package dev.transportbench.report.compare;

import dev.transportbench.stats.Direction;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Verdict;
import java.util.List;
import java.util.Map;

/**
 * Two measurements, compared.
 *
 * @param base what the person called it; {@code head} likewise
 * @param cells those on both sides, in natural order of their keys
 * @param onlyInBase keys, and why a cell that is there cannot be used
 * @param unlike conditions that differ, one line each
 * @param confidence of the intervals: .95, or more when there are several looks
 */
public record Compared(
    String base,
    String head,
    List<CellPair> cells,
    List<String> onlyInBase,
    List<String> onlyInHead,
    List<String> unlike,
    List<String> warnings,
    double confidence) {

  /** One cell on both sides. */
  public record CellPair(
      String key,
      String benchmark,
      String mode,
      Map<String, String> params,
      List<FigurePair> figures,
      List<String> onlyInBase,
      List<String> onlyInHead) {}

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
      List<String> notes) {}

  /** Figures with this verdict, over all cells. */
  public long count(Verdict verdict) {
    return cells.stream()
        .flatMap(cell -> cell.figures().stream())
        .filter(figure -> figure.outcome() != null && figure.outcome().verdict() == verdict)
        .count();
  }
}
