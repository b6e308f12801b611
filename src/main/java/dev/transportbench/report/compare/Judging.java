package dev.transportbench.report.compare;

import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Family;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Verdict;
import java.util.Optional;

/**
 * How a comparison is to be judged.
 *
 * @param allowUnlike compare though the environments differ
 * @param alpha what this look may spend on a family: {@link dev.transportbench.stats.Looks#alpha}
 * @param before the comparison at the look before, whose verdicts stand; null at the first
 * @param floor what identical jars differed by on this machine; null when not known
 */
public record Judging(boolean allowUnlike, double alpha, Compared before, Floor floor) {

  /** Of a comparison that is looked at once. */
  public static Judging once(boolean allowUnlike) {
    return new Judging(allowUnlike, Family.ALPHA, null, null);
  }

  /** The same against a floor. */
  public Judging with(Floor other) {
    return new Judging(allowUnlike, alpha, before, other);
  }

  /** What an earlier look found of a figure; empty when it left it open. */
  Optional<FigurePair> settled(String cell, String figure) {
    if (before == null) {
      return Optional.empty();
    }
    return before.cells().stream()
        .filter(pair -> pair.key().equals(cell))
        .flatMap(pair -> pair.figures().stream())
        .filter(pair -> pair.name().equals(figure))
        .filter(pair -> pair.outcome() != null)
        .filter(pair -> pair.outcome().verdict() != Verdict.INCONCLUSIVE)
        .findFirst();
  }

  Outcome aboveFloor(String figure, Outcome outcome) {
    return floor == null ? outcome : floor.judge(figure, outcome);
  }
}
