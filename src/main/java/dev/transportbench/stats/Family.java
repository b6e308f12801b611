package dev.transportbench.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Judges comparisons together: one figure over all cells is a family, so that a change in one cell
 * can be significant with six forks a side among up to 23 cells (with two sides that do not overlap
 * p is 2 / 924, and Benjamini and Hochberg multiply it by the family's size).
 *
 * <p>The rule: <i>equivalent</i> when the whole interval of the ratio lies inside the band;
 * otherwise <i>regressed</i> or <i>improved</i> when the adjusted p is below {@value #ALPHA};
 * otherwise <i>inconclusive</i>. So a change counts as outside the band unless the interval shows
 * it to be inside: judged by the estimate alone, a change as large as the band itself would be
 * found every second time, however many forks there are.
 */
public final class Family {
  public static final double ALPHA = 0.05;
  public static final double CONFIDENCE = 1 - ALPHA;

  /** Below this many forks a side a noisy figure gets no verdict. */
  public static final int LEAST_FORKS = 5;

  /** Resamples that make the ends of an interval steady to about 3 % of its width. */
  public static final int RESAMPLES = 4000;

  private static final long SEED = 1;

  /** Forks of a deterministic figure differ by less than this share of its band. */
  private static final double AGREEMENT = 0.1;

  private Family() {}

  /**
   * The outcomes, in the order of the comparisons.
   *
   * @param resamples {@link #RESAMPLES}, or fewer where there are very many comparisons
   */
  public static List<Outcome> judge(List<Comparison> comparisons, int resamples) {
    return judge(comparisons, resamples, Look.ONLY);
  }

  /**
   * The outcomes of those comparisons of a family that no earlier look has settled.
   *
   * @param look what this look may spend
   */
  public static List<Outcome> judge(List<Comparison> comparisons, int resamples, Look look) {
    List<Integer> tested = new ArrayList<>();
    List<MannWhitney.Result> tests = new ArrayList<>();
    for (int i = 0; i < comparisons.size(); i++) {
      Comparison c = comparisons.get(i);
      if (canBeTested(c)) {
        tested.add(i);
        tests.add(MannWhitney.test(c.base().means(), c.head().means()));
      }
    }
    double[] adjusted = MultipleTests.benjaminiHochberg(p(tests, look.settled()));
    List<Outcome> outcomes = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < comparisons.size(); i++) {
      Comparison c = comparisons.get(i);
      if (next < tested.size() && tested.get(next) == i) {
        outcomes.add(noisy(c, tests.get(next), adjusted[next], adjusted.length, resamples, look));
        next++;
      } else if (isNothing(c)) {
        outcomes.add(nothing(c));
      } else if (hasRatio(c) && agrees(c)) {
        outcomes.add(deterministic(c));
      } else {
        outcomes.add(thin(c, resamples, look));
      }
    }
    return outcomes;
  }

  /** Settled comparisons count as members that show nothing: the careful side. */
  private static double[] p(List<MannWhitney.Result> tests, int settled) {
    double[] p = new double[tests.size() + settled];
    Arrays.fill(p, 1);
    for (int i = 0; i < tests.size(); i++) {
      p[i] = tests.get(i).p();
    }
    return p;
  }

  private static boolean canBeTested(Comparison c) {
    return hasRatio(c)
        && !isNothing(c)
        && !agrees(c)
        && Math.min(c.base().count(), c.head().count()) >= LEAST_FORKS;
  }

  /** Nothing on both sides, in as many forks as a verdict needs. */
  private static boolean isNothing(Comparison c) {
    return Math.min(c.base().count(), c.head().count()) >= LEAST_FORKS
        && farthest(c.base().means()) <= c.terms().trifle()
        && farthest(c.head().means()) <= c.terms().trifle();
  }

  private static Outcome nothing(Comparison c) {
    return new Outcome(
        Verdict.EQUIVALENT,
        c.base().count(),
        c.head().count(),
        c.base().mean(),
        c.head().mean(),
        null,
        HodgesLehmann.shift(c.base().means(), c.head().means(), CONFIDENCE),
        null,
        null,
        null,
        null,
        null,
        null,
        List.of("as good as zero on both sides"));
  }

  private static boolean hasRatio(Comparison c) {
    return isAboveZero(c) && Double.isFinite(ratio(c)) && ratio(c) > 0;
  }

  private static boolean isAboveZero(Comparison c) {
    return c.base().mean() > 0 && c.head().mean() > 0;
  }

  private static double ratio(Comparison c) {
    return c.head().mean() / c.base().mean();
  }

  private static boolean agrees(Comparison c) {
    return c.terms().assumption() == Assumption.DETERMINISTIC
        && Math.min(c.base().count(), c.head().count()) >= 2
        && spread(c) <= AGREEMENT * c.terms().band();
  }

  private static double spread(Comparison c) {
    return Math.max(Spread.relativeRange(c.base().means()), Spread.relativeRange(c.head().means()));
  }

  private static Outcome noisy(
      Comparison c, MannWhitney.Result test, double p, int family, int resamples, Look look) {
    Terms terms = c.terms();
    double alpha = look.alpha();
    Interval ratio = Bootstrap.ratio(c.base(), c.head(), 1 - alpha, resamples, SEED);
    double variation = Spread.pooledVariation(c.base().means(), c.head().means());
    double detectable =
        DetectableEffect.of(
            c.base().count(), c.head().count(), variation, terms.band(), family, alpha);
    List<String> reasons = notes(c);
    Verdict verdict = Verdict.INCONCLUSIVE;
    boolean oneWay = (ratio.estimate() > 1) == (test.effect() > 0);
    if (inside(ratio, terms.band())) {
      verdict = Verdict.EQUIVALENT;
    } else if (p < alpha && oneWay) {
      verdict = terms.better().isWorse(ratio.estimate()) ? Verdict.REGRESSED : Verdict.IMPROVED;
    } else if (p < alpha) {
      reasons.add("the mean and the ranks point to opposite sides: look for outliers");
    } else {
      reasons.add(
          Double.isInfinite(detectable)
              ? "%d and %d forks are too few to find any change among %d cells"
                  .formatted(c.base().count(), c.head().count(), family)
              : String.format(
                  Locale.ROOT,
                  "these forks find a change of %.2g %%, or larger",
                  100 * detectable));
    }
    return new Outcome(
        verdict,
        c.base().count(),
        c.head().count(),
        c.base().mean(),
        c.head().mean(),
        ratio,
        HodgesLehmann.shift(c.base().means(), c.head().means(), CONFIDENCE),
        test,
        p,
        Spread.variation(c.base().means()),
        Spread.variation(c.head().means()),
        detectable,
        verdict == Verdict.INCONCLUSIVE
            ? moreForks(c, ratio.estimate() - 1, variation, family, alpha)
            : null,
        reasons);
  }

  private static boolean inside(Interval ratio, double band) {
    // Slack for rounding: 0.5 % of 1,000 bytes is 5 bytes, and 5 is inside.
    return ratio.low() >= 1 - band - 1e-12 && ratio.high() <= 1 + band + 1e-12;
  }

  private static Integer moreForks(
      Comparison c, double change, double variation, int family, double alpha) {
    int have = Math.min(c.base().count(), c.head().count());
    int needed = DetectableEffect.neededForks(change, variation, c.terms().band(), family, alpha);
    return needed == Integer.MAX_VALUE ? needed : Math.max(1, needed - have);
  }

  private static Outcome deterministic(Comparison c) {
    double[] base = c.base().means();
    double[] head = c.head().means();
    Interval ratio =
        new Interval(
            c.head().mean() / c.base().mean(),
            least(head) / largest(base),
            largest(head) / least(base),
            1);
    Verdict verdict = Verdict.EQUIVALENT;
    if (!inside(ratio, c.terms().band())) {
      verdict = c.terms().better().isWorse(ratio.estimate()) ? Verdict.REGRESSED : Verdict.IMPROVED;
    }
    return new Outcome(
        verdict,
        base.length,
        head.length,
        c.base().mean(),
        c.head().mean(),
        ratio,
        HodgesLehmann.shift(base, head, CONFIDENCE),
        null,
        null,
        Spread.variation(base),
        Spread.variation(head),
        c.terms().band(),
        null,
        notes(c));
  }

  /** Too few forks, or no ratio: inconclusive whatever the numbers are. */
  private static Outcome thin(Comparison c, int resamples, Look look) {
    int base = c.base().count();
    int head = c.head().count();
    List<String> reasons = notes(c);
    boolean some = base > 0 && head > 0;
    boolean several = Math.min(base, head) >= 2 && hasRatio(c);
    Integer more = null;
    if (!some) {
      String who = base > 0 ? "head has" : head > 0 ? "base has" : "neither side has";
      reasons.add(who + (base + head == 0 ? " a" : " no") + " usable value");
    } else if (!hasRatio(c)) {
      reasons.add(whyNoRatio(c));
    } else {
      reasons.add("%d and %d forks: a verdict needs %d a side".formatted(base, head, LEAST_FORKS));
      more = LEAST_FORKS - Math.min(base, head);
    }
    double variation =
        several ? Spread.pooledVariation(c.base().means(), c.head().means()) : Double.NaN;
    Interval ratio = null;
    if (several) {
      ratio = Bootstrap.ratio(c.base(), c.head(), 1 - look.alpha(), resamples, SEED);
      more = Math.max(more, moreForks(c, ratio.estimate() - 1, variation, 1, look.alpha()));
    } else if (some && hasRatio(c)) {
      ratio = new Interval(c.head().mean() / c.base().mean(), Double.NaN, Double.NaN, 0);
    }
    return new Outcome(
        Verdict.INCONCLUSIVE,
        base,
        head,
        c.base().mean(),
        c.head().mean(),
        ratio,
        several ? HodgesLehmann.shift(c.base().means(), c.head().means(), CONFIDENCE) : null,
        some ? MannWhitney.test(c.base().means(), c.head().means()) : null,
        null,
        base >= 2 ? Spread.variation(c.base().means()) : null,
        head >= 2 ? Spread.variation(c.head().means()) : null,
        null,
        more,
        reasons);
  }

  private static String whyNoRatio(Comparison c) {
    if (isAboveZero(c)) {
      return "a mean, or the quotient of both, is no number that a computer holds";
    }
    return c.base().mean() == 0 && c.head().mean() == 0
        ? "both are zero: there is no ratio"
        : "a mean is not above zero: there is no ratio";
  }

  private static List<String> notes(Comparison c) {
    List<String> notes = new ArrayList<>();
    int dropped = c.base().dropped() + c.head().dropped();
    if (dropped > 0) {
      notes.add(dropped == 1 ? "1 value is no number" : dropped + " values are no numbers");
    }
    if (c.terms().assumption() == Assumption.DETERMINISTIC
        && hasRatio(c)
        && Math.min(c.base().count(), c.head().count()) >= 2
        && !agrees(c)) {
      notes.add(
          String.format(
              Locale.ROOT,
              "forks differ by up to %.2g %%, so this is judged as a noisy figure",
              100 * spread(c)));
    }
    return notes;
  }

  private static double least(double[] values) {
    return Arrays.stream(values).min().orElse(Double.NaN);
  }

  /** From zero: a negative value is not nothing. */
  private static double farthest(double[] values) {
    return Arrays.stream(values).map(Math::abs).max().orElse(Double.NaN);
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }
}
