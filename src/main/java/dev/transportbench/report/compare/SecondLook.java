package dev.transportbench.report.compare;

import dev.transportbench.report.ChangeText;
import dev.transportbench.report.compare.Compared.CellPair;
import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Family;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What fresh forks say of changes that were seen. A comparison has as many families as figures, and
 * each errs in up to 5 % of comparisons in which nothing has changed; what chance made is not made
 * again by other forks. A change that is as large as what was stated as detectable is: alone it
 * takes less to be found than among the cells of a family.
 */
public final class SecondLook {
  private SecondLook() {}

  /** Keys of cells with a change that a test tells of. What is exact needs no second look. */
  public static Set<String> cells(Compared first) {
    Set<String> keys = new LinkedHashSet<>();
    for (CellPair cell : first.cells()) {
      if (cell.figures().stream().anyMatch(SecondLook::isDoubtful)) {
        keys.add(cell.key());
      }
    }
    return keys;
  }

  private static boolean isDoubtful(FigurePair figure) {
    Outcome outcome = figure.outcome();
    return outcome != null
        && outcome.adjustedP() != null
        && (outcome.verdict() == Verdict.REGRESSED || outcome.verdict() == Verdict.IMPROVED);
  }

  /**
   * The first comparison, without the changes that the fresh forks do not show.
   *
   * @param again of the same cells, by fresh forks alone; null when none of them could be measured
   */
  public static Compared confirmed(Compared first, Compared again) {
    List<CellPair> measured = again == null ? List.of() : again.cells();
    Map<String, CellPair> fresh =
        measured.stream().collect(Collectors.toMap(CellPair::key, Function.identity()));
    List<CellPair> cells = new ArrayList<>();
    for (CellPair cell : first.cells()) {
      List<FigurePair> figures = new ArrayList<>();
      for (FigurePair figure : cell.figures()) {
        figures.add(
            isDoubtful(figure)
                ? figure.with(judged(figure, outcome(fresh.get(cell.key()), figure.name())))
                : figure);
      }
      cells.add(cell.with(figures));
    }
    return first.with(cells);
  }

  /** Null when the cell or the figure could not be measured again. */
  private static Outcome outcome(CellPair cell, String figure) {
    return cell == null
        ? null
        : cell.figures().stream()
            .filter(pair -> pair.name().equals(figure))
            .map(FigurePair::outcome)
            .findFirst()
            .orElse(null);
  }

  private static Outcome judged(FigurePair figure, Outcome again) {
    Outcome before = figure.outcome();
    if (again == null || again.ratio() == null) {
      return before.inconclusive("it could not be measured again");
    }
    double change = again.ratio().estimate() - 1;
    boolean sameWay = change > 0 == before.ratio().estimate() > 1;
    // Forks that agree exactly, as bytes do, are told apart without a test.
    boolean seen =
        again.test() == null
            ? again.verdict() == before.verdict()
            : again.test().p() < Family.ALPHA;
    int forks = Math.min(again.baseForks(), again.headForks());
    String forkText = String.format(Locale.ROOT, "%d fresh forks a side", forks);
    String changeText = ChangeText.change(again);
    return sameWay && seen
        ? before.with(forkText + " show " + changeText)
        : before.inconclusive(forkText + " do not show it again: " + changeText);
  }
}
