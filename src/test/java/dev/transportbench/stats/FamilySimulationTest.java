package dev.transportbench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rule against what it promises, on simulated forks: false verdicts where nothing has changed,
 * and the power to find the change that the outcome itself states as detectable. Six forks a side
 * of three iterations, as in the study gate; noise between forks is lognormal, within a fork half
 * as large.
 */
class FamilySimulationTest {
  private static final int CELLS = 10;

  /** Of the study gate, the known answer among them. */
  private static final int GATE_CELLS = 8;

  private static final int FORKS = 6;
  private static final int ITERATIONS = 3;
  private static final int RESAMPLES = 500;

  private static final Terms CPU = new Terms(Direction.LOWER_IS_BETTER, 0.03, 0, Assumption.NOISY);
  private static final Terms HEAP =
      new Terms(Direction.LOWER_IS_BETTER, 0.01, 0.5, Assumption.NOISY);
  private static final Terms WIRE =
      new Terms(Direction.LOWER_IS_BETTER, 0.005, 0, Assumption.DETERMINISTIC);

  private static Forks forks(Random random, int count, double mean, double variation) {
    double[][] values = new double[count][ITERATIONS];
    for (double[] fork : values) {
      double level = mean * Math.exp(variation * random.nextGaussian());
      for (int i = 0; i < fork.length; i++) {
        // The forks' means then scatter by a little more than asked, as they do in a real run.
        fork[i] = level * Math.exp(variation / 2 * random.nextGaussian());
      }
    }
    return Forks.of(values);
  }

  private static Random random(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }

  /** One family; the first cell's head is changed by this factor. */
  private static List<Comparison> family(
      Random random, Terms terms, double variation, double factor) {
    List<Comparison> comparisons = new ArrayList<>();
    for (int cell = 0; cell < GATE_CELLS; cell++) {
      comparisons.add(
          new Comparison(
              forks(random, FORKS, 100, variation),
              forks(random, FORKS, cell == 0 ? 100 * factor : 100, variation),
              terms));
    }
    return comparisons;
  }

  private static boolean isChange(Outcome outcome) {
    return outcome.verdict() == Verdict.REGRESSED || outcome.verdict() == Verdict.IMPROVED;
  }

  /** By the tests alone: what takes long are the intervals. */
  private static double[] adjusted(List<Comparison> family) {
    return MultipleTests.benjaminiHochberg(
        family.stream()
            .mapToDouble(c -> MannWhitney.test(c.base().means(), c.head().means()).p())
            .toArray());
  }

  private static double falseFamilies(Terms terms, double variation, int families) {
    Random random = random(11);
    int wrong = 0;
    for (int i = 0; i < families; i++) {
      List<Comparison> family = family(random, terms, variation, 1);
      // Others have no verdict: noChangeIsSeenWithoutASmallP holds that.
      if (Arrays.stream(adjusted(family)).anyMatch(p -> p < Family.ALPHA)) {
        boolean errs =
            Family.judge(family, RESAMPLES).stream().anyMatch(FamilySimulationTest::isChange);
        wrong += errs ? 1 : 0;
      }
    }
    return wrong / (double) families;
  }

  /** Whether the first cell's change is found: by its p in the family, and by its interval. */
  private static boolean isFound(List<Comparison> family) {
    return adjusted(family)[0] < Family.ALPHA
        && Family.judge(family.subList(0, 1), RESAMPLES).get(0).verdict() == Verdict.REGRESSED;
  }

  /** The effect is stated by one run in which nothing changed, and looked for in another. */
  private static double powerAtTheStatedEffect(Terms terms, double variation, int runs) {
    Random random = random(12);
    int found = 0;
    for (int i = 0; i < runs; i++) {
      Comparison first = family(random, terms, variation, 1).get(0);
      double stated =
          DetectableEffect.of(
              FORKS,
              FORKS,
              Spread.pooledVariation(first.base().means(), first.head().means()),
              terms.band(),
              GATE_CELLS);
      found += isFound(family(random, terms, variation, 1 + stated)) ? 1 : 0;
    }
    return found / (double) runs;
  }

  private static double powerAt(Terms terms, double variation, double change, int runs) {
    Random random = random(13);
    int found = 0;
    for (int i = 0; i < runs; i++) {
      found += isFound(family(random, terms, variation, 1 + change)) ? 1 : 0;
    }
    return found / (double) runs;
  }

  /** What the counts below take for granted, of families judged as a whole. */
  @ParameterizedTest
  @CsvSource({"0.002", "0.03"})
  void noChangeIsSeenWithoutASmallP(double variation) {
    Random random = random(19);
    for (int i = 0; i < 60; i++) {
      List<Comparison> family = family(random, CPU, variation, 1 + 0.002 * i);
      List<Outcome> outcomes = Family.judge(family, RESAMPLES);
      double[] p = adjusted(family);
      for (int cell = 0; cell < GATE_CELLS; cell++) {
        assertThat(outcomes.get(cell).adjustedP()).isEqualTo(p[cell]);
        assertThat(isChange(outcomes.get(cell)) && p[cell] >= Family.ALPHA).isFalse();
      }
      Comparison first = family.get(0);
      assertThat(outcomes.get(0).detectable())
          .isEqualTo(
              DetectableEffect.of(
                  FORKS,
                  FORKS,
                  Spread.pooledVariation(first.base().means(), first.head().means()),
                  CPU.band(),
                  GATE_CELLS));
      assertThat(isFound(family)).isEqualTo(outcomes.get(0).verdict() == Verdict.REGRESSED);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.015", "0.03", "0.06"})
  void whereNothingChangedAtMostOneFamilyInTwentySaysSo(double variation) {
    double wrong = falseFamilies(CPU, variation, 2000);
    System.out.printf("CV %.3f: false families %.4f%n", variation, wrong);
    assertThat(wrong).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @CsvSource({"0.015", "0.03", "0.06"})
  void theStatedEffectIsFoundNineTimesInTen(double variation) {
    double power = powerAtTheStatedEffect(CPU, variation, 2000);
    System.out.printf("CV %.3f: power at the stated effect %.4f%n", variation, power);
    assertThat(power).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void onePercentOfAllocationOrOfWireIsFound() {
    double heap = powerAt(HEAP, 0.002, 0.01, 2000);
    double wire = powerAt(WIRE, 0.002, 0.01, 2000);
    System.out.printf("+1 %% at CV .2 %%: heap %.4f, wire %.4f%n", heap, wire);
    assertThat(heap).isGreaterThanOrEqualTo(0.9);
    assertThat(wire).isGreaterThanOrEqualTo(0.9);
  }

  /**
   * As {@code ab} does it: forks are added to cells without a verdict, and all that have none are
   * looked at again. Returns for each cell its verdict, or the last that left it open.
   */
  private static List<Outcome> looked(Random random, double variation, double factor, Looks looks) {
    List<Comparison> data = new ArrayList<>();
    List<Outcome> outcomes = new ArrayList<>();
    for (int cell = 0; cell < CELLS; cell++) {
      data.add(new Comparison(Forks.ofMeans(), Forks.ofMeans(), CPU));
      outcomes.add(null);
    }
    int have = 0;
    for (int look = 0; look < looks.count(); look++) {
      int more = looks.forksAt(look) - have;
      have += more;
      List<Integer> open = new ArrayList<>();
      for (int cell = 0; cell < CELLS; cell++) {
        if (outcomes.get(cell) == null || outcomes.get(cell).verdict() == Verdict.INCONCLUSIVE) {
          open.add(cell);
          Comparison known = data.get(cell);
          double head = cell == 0 ? 100 * factor : 100;
          data.set(
              cell,
              new Comparison(
                  known.base().and(forks(random, more, 100, variation)),
                  known.head().and(forks(random, more, head, variation)),
                  CPU));
        }
      }
      List<Outcome> judged =
          Family.judge(
              open.stream().map(data::get).toList(),
              RESAMPLES,
              new Look(looks.alpha(), CELLS - open.size()));
      for (int i = 0; i < open.size(); i++) {
        outcomes.set(open.get(i), judged.get(i));
      }
    }
    return outcomes;
  }

  private static double falseFamilies(double variation, Looks looks, int families) {
    Random random = random(17);
    int wrong = 0;
    for (int i = 0; i < families; i++) {
      List<Outcome> outcomes = looked(random, variation, 1, looks);
      wrong += outcomes.stream().anyMatch(FamilySimulationTest::isChange) ? 1 : 0;
    }
    return wrong / (double) families;
  }

  private static double power(double variation, double change, Looks looks, int runs) {
    Random random = random(18);
    int found = 0;
    for (int i = 0; i < runs; i++) {
      Outcome outcome = looked(random, variation, 1 + change, looks).get(0);
      found += outcome.verdict() == Verdict.REGRESSED ? 1 : 0;
    }
    return found / (double) runs;
  }

  private static final Looks THREE = new Looks(3, FORKS);

  /** Forks added until the answer pleases, and yet one family in twenty. */
  @ParameterizedTest
  @CsvSource({"0.015", "0.03", "0.06"})
  void lookingThreeTimesErrsNoMoreOftenThanOnce(double variation) {
    assertThat(falseFamilies(variation, THREE, 150)).isLessThanOrEqualTo(0.103);
  }

  /** What forks added are good for: the change that 24 a side find is found by adding. */
  @Test
  void lookingThreeTimesFindsWhatTheLastLookStates() {
    double stated =
        DetectableEffect.of(24, 24, 0.06 * Math.sqrt(13 / 12.0), 0.03, CELLS, THREE.alpha());

    assertThat(stated).isLessThan(0.6 * DetectableEffect.of(6, 6, 0.06, 0.03, CELLS));
    assertThat(power(0.06, stated, THREE, 100)).isGreaterThanOrEqualTo(0.81);
  }

  @Test
  void looksAreAsManyAsTheTimeHolds() {
    assertThat(Looks.within(1, 6)).isEqualTo(new Looks(1, 6));
    assertThat(Looks.within(1.25, 6)).isEqualTo(new Looks(2, 6));
    assertThat(Looks.within(2.5, 6)).isEqualTo(new Looks(3, 6));
    assertThat(Looks.within(100, 6).mostForks()).isEqualTo(24);
    assertThat(THREE.count() * THREE.alpha()).isEqualTo(Family.ALPHA);
  }

  @Test
  @Tag("slow")
  void theFullCountsOfSeveralLooks() {
    for (Looks looks : List.of(new Looks(2, FORKS), THREE)) {
      for (double variation : new double[] {0.015, 0.03, 0.06}) {
        double wrong = falseFamilies(variation, looks, 2000);
        double stated =
            DetectableEffect.of(
                looks.mostForks(),
                looks.mostForks(),
                variation * Math.sqrt(13 / 12.0),
                0.03,
                CELLS,
                looks.alpha());
        double power = power(variation, stated, looks, 1000);
        System.out.printf(
            "%d looks, CV %.3f: false families %.4f, power at %.3f %.4f%n",
            looks.count(), variation, wrong, stated, power);
        assertThat(wrong).isLessThanOrEqualTo(0.05);
        assertThat(power).isGreaterThanOrEqualTo(0.88);
      }
    }
  }

  /** A change just outside the band must not pass for none. */
  @ParameterizedTest
  @CsvSource({"0.005", "0.015"})
  void aChangeAsLargeAsTheBandIsSeldomCalledEquivalent(double variation) {
    Random random = random(14);
    int wrong = 0;
    int runs = 400;
    for (int i = 0; i < runs; i++) {
      Comparison comparison =
          new Comparison(
              forks(random, FORKS, 100, variation), forks(random, FORKS, 103.001, variation), CPU);
      Outcome outcome = Family.judge(List.of(comparison), 2000).get(0);
      wrong += outcome.verdict() == Verdict.EQUIVALENT ? 1 : 0;
    }
    assertThat(wrong / (double) runs).isLessThanOrEqualTo(0.05);
  }

  /** The interval holds the true ratio as often as it says. */
  @ParameterizedTest
  @CsvSource({"5, 5", "6, 6", "5, 12", "20, 20"})
  void theIntervalCoversTheRatio(int base, int head) {
    Random random = random(15);
    int covered = 0;
    int runs = 400;
    for (int i = 0; i < runs; i++) {
      Interval ratio =
          Bootstrap.ratio(
              forks(random, base, 100, 0.03), forks(random, head, 110, 0.03), 0.95, 1000, i);
      covered += ratio.low() <= 1.1 && 1.1 <= ratio.high() ? 1 : 0;
    }
    assertThat(covered / (double) runs).isBetween(0.92, 0.995);
  }

  /** 31 and more forks are not simulated: what is stated for 60 must be found with 60. */
  @Test
  void theEffectOfManyForksIsFoundToo() {
    Random random = random(16);
    double stated = DetectableEffect.of(60, 60, 0.06 * Math.sqrt(13 / 12.0), 0.03, CELLS);
    int found = 0;
    int runs = 300;
    for (int i = 0; i < runs; i++) {
      MannWhitney.Result test =
          MannWhitney.test(
              forks(random, 60, 100, 0.06).means(),
              forks(random, 60, 100 * (1 + stated), 0.06).means());
      found += test.p() <= Family.ALPHA / CELLS && test.effect() > 0 ? 1 : 0;
    }
    assertThat(found / (double) runs).isBetween(0.86, 0.99);
  }

  @Test
  void whatASmallVirtualMachineResolves() {
    // At its fork-to-fork 6 % of CPU: in one cell alone, and among ten.
    assertThat(DetectableEffect.of(6, 6, 0.06, 0.03, 1)).isBetween(0.13, 0.19);
    assertThat(DetectableEffect.of(6, 6, 0.06, 0.03, CELLS)).isBetween(0.24, 0.3);
    assertThat(DetectableEffect.of(10, 10, 0.06, 0.03, CELLS)).isBetween(0.13, 0.18);
    assertThat(DetectableEffect.of(6, 6, 0.002, 0.01, CELLS)).isEqualTo(0.01);
    assertThat(DetectableEffect.of(5, 5, 0.06, 0.03, CELLS)).isInfinite();
  }

  @Test
  void neededForksAreEnough() {
    int needed = DetectableEffect.neededForks(0.1, 0.06, 0.03, CELLS);

    assertThat(DetectableEffect.of(needed, needed, 0.06, 0.03, CELLS)).isLessThanOrEqualTo(0.1);
    assertThat(DetectableEffect.of(needed - 1, needed - 1, 0.06, 0.03, CELLS)).isGreaterThan(0.1);
    assertThat(DetectableEffect.neededForks(0.0299, 0.06, 0.03, CELLS))
        .isEqualTo(Integer.MAX_VALUE);
  }
}
