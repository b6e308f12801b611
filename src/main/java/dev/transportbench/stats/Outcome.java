package dev.transportbench.stats;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of one {@link Comparison} once its family has been judged. What few forks cannot
 * give is null.
 *
 * @param base mean over base's forks, NaN without any; {@code head} likewise
 * @param ratio head over base, with its 95 % interval; by bootstrap, or the range of all pairs for
 *     a deterministic figure
 * @param shift Hodges–Lehmann, in the figure's unit
 * @param test null where none was needed
 * @param adjustedP by Benjamini and Hochberg over the family; null without a test
 * @param baseVariation fork-to-fork coefficient of variation; {@code headVariation} likewise
 * @param detectable the change, as a share of base, that forks like these find nine times in ten,
 *     at least the band; infinite when no change of any size could be found in a family of this
 *     size
 * @param moreForks a side, to come to a verdict if the change is what it seems; for {@link
 *     Verdict#INCONCLUSIVE} only
 * @param reasons what a reader must know, whole sentences without a full stop
 */
public record Outcome(
    Verdict verdict,
    int baseForks,
    int headForks,
    double base,
    double head,
    Interval ratio,
    Interval shift,
    MannWhitney.Result test,
    Double adjustedP,
    Double baseVariation,
    Double headVariation,
    Double detectable,
    Integer moreForks,
    List<String> reasons) {

  /** The same without a verdict, and why. */
  public Outcome inconclusive(String why) {
    return with(Verdict.INCONCLUSIVE, why);
  }

  /** The same, and one thing more to know of it. */
  public Outcome with(String reason) {
    return with(verdict, reason);
  }

  private Outcome with(Verdict other, String reason) {
    List<String> all = new ArrayList<>(reasons);
    all.add(reason);
    return new Outcome(
        other,
        baseForks,
        headForks,
        base,
        head,
        ratio,
        shift,
        test,
        adjustedP,
        baseVariation,
        headVariation,
        detectable,
        null,
        List.copyOf(all));
  }
}
