package dev.transportbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FamilyTest {
  private static final Terms CPU = new Terms(Direction.LOWER_IS_BETTER, 0.03, 0, Assumption.NOISY);
  private static final Terms RATE =
      new Terms(Direction.HIGHER_IS_BETTER, 0.03, 0, Assumption.NOISY);
  private static final Terms WIRE =
      new Terms(Direction.LOWER_IS_BETTER, 0.005, 0, Assumption.DETERMINISTIC);
  private static final Terms HEAP =
      new Terms(Direction.LOWER_IS_BETTER, 0.01, 0.5, Assumption.NOISY);

  private static final double[] SIX = {100, 100.5, 99.5, 101, 99, 100.2};

  private static double[] times(double factor, double... values) {
    return java.util.Arrays.stream(values).map(value -> value * factor).toArray();
  }

  private static Outcome judge(Terms terms, double[] base, double[] head) {
    return Family.judge(
            List.of(new Comparison(Forks.ofMeans(base), Forks.ofMeans(head), terms)),
            Family.RESAMPLES)
        .get(0);
  }

  @Test
  void whatIsSlowerRegressed() {
    Outcome outcome = judge(CPU, SIX, times(1.2, SIX));

    assertThat(outcome.verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(outcome.ratio().estimate()).isCloseTo(1.2, within(1e-9));
    assertThat(outcome.ratio().low()).isBetween(1.17, 1.2);
    assertThat(outcome.shift().estimate()).isCloseTo(20, within(0.5));
    assertThat(outcome.adjustedP()).isCloseTo(2 / 924.0, within(1e-9));
    assertThat(outcome.test().effect()).isEqualTo(1);
    assertThat(outcome.moreForks()).isNull();
  }

  @Test
  void theDirectionIsTheFigures() {
    assertThat(judge(RATE, SIX, times(1.2, SIX)).verdict()).isEqualTo(Verdict.IMPROVED);
    assertThat(judge(RATE, times(1.2, SIX), SIX).verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(judge(CPU, times(1.2, SIX), SIX).verdict()).isEqualTo(Verdict.IMPROVED);
  }

  @Test
  void aTightIntervalInsideTheBandIsEquivalentThoughSignificant() {
    double[] exact = {100, 100.01, 99.99, 100.02, 99.98, 100.005};

    Outcome outcome = judge(CPU, exact, times(1.02, exact));

    assertThat(outcome.adjustedP()).isLessThan(0.05);
    assertThat(outcome.verdict()).isEqualTo(Verdict.EQUIVALENT);
  }

  @Test
  void whatCannotBeToldSaysHowManyMoreForksItTakes() {
    double[] noisy = {100, 108, 92, 104, 96, 101};

    Outcome outcome = judge(CPU, noisy, times(1.04, noisy));

    assertThat(outcome.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(outcome.moreForks()).isGreaterThan(20);
    assertThat(outcome.detectable()).isBetween(0.08, 0.2);
    assertThat(outcome.reasons()).hasSize(1);
    assertThat(outcome.reasons().get(0)).startsWith("these forks find a change of ");
  }

  @Test
  void fourForksGiveNoVerdictHoweverLargeTheChange() {
    double[] four = {100, 101, 99, 100.5};

    Outcome outcome = judge(CPU, four, times(3, four));

    assertThat(outcome.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(outcome.reasons()).containsExactly("4 and 4 forks: a verdict needs 5 a side");
    assertThat(outcome.moreForks()).isEqualTo(1);
    assertThat(outcome.ratio().low()).isGreaterThan(2);
  }

  @Test
  void oneForkGivesARatioWithoutAnInterval() {
    Outcome outcome = judge(CPU, new double[] {100}, new double[] {150});

    assertThat(outcome.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(outcome.ratio().estimate()).isEqualTo(1.5);
    assertThat(outcome.ratio().low()).isNaN();
    assertThat(outcome.baseVariation()).isNull();
    assertThat(outcome.moreForks()).isEqualTo(4);
  }

  @Test
  void bytesThatAllForksAgreeOnNeedNoTest() {
    double[] base = {1000, 1000};

    assertThat(judge(WIRE, base, new double[] {1006, 1006}).verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(judge(WIRE, base, new double[] {994, 994}).verdict()).isEqualTo(Verdict.IMPROVED);
    assertThat(judge(WIRE, base, new double[] {1005, 1005}).verdict())
        .isEqualTo(Verdict.EQUIVALENT);
    assertThat(judge(WIRE, base, base).test()).isNull();
  }

  @Test
  void bytesThatForksDisagreeOnAreNoisyAfterAll() {
    Outcome few = judge(WIRE, new double[] {1000, 1010}, new double[] {1100, 1100});
    Outcome six = judge(WIRE, SIX, times(1.1, SIX));

    assertThat(few.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(few.reasons().get(0))
        .isEqualTo("forks differ by up to 1.0 %, so this is judged as a noisy figure");
    assertThat(six.verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(six.test()).isNotNull();
  }

  @Test
  void nothingIsLikeNothing() {
    double[] traces = {1e-6, 3e-6, 2e-6, 1e-6, 2e-6};

    assertThat(judge(HEAP, traces, times(7, traces)).verdict()).isEqualTo(Verdict.EQUIVALENT);
    assertThat(judge(CPU, new double[5], new double[5]).verdict()).isEqualTo(Verdict.EQUIVALENT);
    assertThat(judge(HEAP, traces, times(1e7, traces)).verdict()).isEqualTo(Verdict.REGRESSED);
    Outcome none = judge(CPU, new double[5], SIX);
    assertThat(none.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(none.reasons()).containsExactly("a mean is not above zero: there is no ratio");
  }

  @Test
  void valuesThatAreNoNumbersAreLeftOutAndSaid() {
    double nan = Double.NaN;

    Outcome all = judge(CPU, new double[] {nan, nan}, SIX);
    Outcome some =
        judge(CPU, new double[] {nan, 100, 100.5, 99.5, 101, 99, 100.2}, times(1.2, SIX));

    assertThat(all.reasons())
        .containsExactly("2 values are no numbers", "base has no usable value");
    assertThat(some.verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(some.reasons()).containsExactly("1 value is no number");
  }

  @Test
  void aFamilyTooLargeForItsForksSaysSo() {
    List<Comparison> many = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      double[] head = i == 0 ? times(2, SIX) : new double[] {97, 103, 94, 106, 100, 101};
      many.add(new Comparison(Forks.ofMeans(SIX), Forks.ofMeans(head), CPU));
    }

    Outcome doubled = Family.judge(many, 2000).get(0);
    Outcome among23 = Family.judge(many.subList(0, 23), 2000).get(0);

    assertThat(doubled.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(doubled.detectable()).isInfinite();
    assertThat(doubled.moreForks()).isEqualTo(1);
    assertThat(doubled.reasons())
        .containsExactly("6 and 6 forks are too few to find any change among 24 cells");
    assertThat(among23.verdict()).isEqualTo(Verdict.REGRESSED);
  }

  @Test
  void onlyWhatIsTestedCountsAsFamily() {
    List<Comparison> mixed = new ArrayList<>();
    mixed.add(new Comparison(Forks.ofMeans(SIX), Forks.ofMeans(times(2, SIX)), CPU));
    IntStream.range(0, 50)
        .forEach(i -> mixed.add(new Comparison(Forks.ofMeans(1, 2), Forks.ofMeans(2, 3), CPU)));

    assertThat(Family.judge(mixed, 2000).get(0).verdict()).isEqualTo(Verdict.REGRESSED);
  }

  @Test
  void meanAndRanksThatDisagreeGiveNoVerdict() {
    double[] base = {100, 101, 102, 103, 104, 105, 106, 107, 108};
    double[] head = {90, 91, 92, 93, 94, 95, 96, 97, 400};

    Outcome outcome = judge(CPU, base, head);

    assertThat(outcome.adjustedP()).isLessThan(0.05);
    assertThat(outcome.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(outcome.reasons().get(0)).contains("look for outliers");
  }

  @Test
  void theSameDataGiveTheSameOutcome() {
    Forks base = Forks.of(new double[][] {{1, 2, 3}, {2, 3, 4}, {1, 3, 2}, {2, 2, 3}, {3, 2, 2}});

    List<Outcome> once = Family.judge(List.of(new Comparison(base, base.times(1.1), CPU)), 2000);
    List<Outcome> again = Family.judge(List.of(new Comparison(base, base.times(1.1), CPU)), 2000);

    assertThat(once).isEqualTo(again);
  }
}
