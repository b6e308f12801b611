package dev.transportbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Worked examples as published, and values that SciPy 1.17.1 gives; each says where it is from.
 * What SciPy does not do with ties (an exact p) was counted there over all combinations by {@code
 * itertools}, with {@code scipy.stats.rankdata} for the midranks.
 */
class RankTestsTest {
  private static final org.assertj.core.data.Offset<Double> CLOSE = within(1e-9);

  /** Permeability of human chorioamnion: Hollander and Wolfe (1973), p. 69; R's ?wilcox.test. */
  private static final double[] AT_TERM = {
    0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46
  };

  private static final double[] EARLY = {1.15, 0.88, 0.90, 0.74, 1.21};

  /** Hamilton depression scale: Hollander and Wolfe (1973), p. 29; R's ?wilcox.test. */
  private static final double[] FIRST = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};

  private static final double[] SECOND = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};

  @Test
  void mannWhitneyAsPublished() {
    MannWhitney.Result result = MannWhitney.test(EARLY, AT_TERM);

    // R: W = 35, p = 0.1272 one-sided; scipy.stats.mannwhitneyu(x, y, method='exact') two-sided.
    assertThat(result.u()).isEqualTo(35);
    assertThat(result.p()).isCloseTo(0.2544122544122544, CLOSE);
    assertThat(result.effect()).isCloseTo(2 * 35 / 50.0 - 1, CLOSE);
    assertThat(result.exact()).isTrue();
    assertThat(result.ties()).isFalse();
  }

  @Test
  void mannWhitneyWithTiesIsExactToo() {
    MannWhitney.Result equal =
        MannWhitney.test(new double[] {1, 2, 2, 3, 3, 4}, new double[] {2, 3, 4, 4, 5, 5});
    MannWhitney.Result unequal =
        MannWhitney.test(new double[] {1, 2, 2, 3}, new double[] {2, 3, 4, 4, 5, 5, 5});

    assertThat(equal.u()).isEqualTo(29);
    assertThat(equal.p()).isCloseTo(0.11255411255411256, CLOSE);
    assertThat(unequal.u()).isEqualTo(25.5);
    assertThat(unequal.p()).isCloseTo(0.03333333333333333, CLOSE);
    assertThat(unequal.ties()).isTrue();
  }

  @Test
  void mannWhitneyOfManyIsAsymptotic() {
    double[] base = new double[35];
    double[] head = new double[40];
    for (int i = 0; i < base.length; i++) {
      base[i] = i * 0.9;
    }
    for (int i = 0; i < head.length; i++) {
      head[i] = i + 0.5;
    }

    MannWhitney.Result result = MannWhitney.test(base, head);

    // scipy.stats.mannwhitneyu(head, base, method='asymptotic')
    assertThat(result.u()).isEqualTo(863.5);
    assertThat(result.p()).isCloseTo(0.08343782289493243, CLOSE);
    assertThat(result.exact()).isFalse();
  }

  @Test
  void equalValuesAreNoEvidence() {
    double[] same = {5, 5, 5, 5, 5, 5};

    assertThat(MannWhitney.test(same, same).p()).isEqualTo(1);
    assertThat(MannWhitney.test(same, same).effect()).isZero();
    assertThat(MannWhitney.test(new double[40], new double[40]).p()).isEqualTo(1);
  }

  @Test
  void theExactPathsAgreeWhereThereAreNoTies() {
    double[] base = {12.1, 11.8, 12.4, 12.0, 11.9, 12.3};
    double[] head = {12.6, 12.2, 12.9, 12.5, 12.8, 12.35};

    MannWhitney.Result result = MannWhitney.test(base, head);
    double[] sums = RankSums.drawn(Ranks.untied(12), 6);

    // scipy.stats.mannwhitneyu(head, base, method='exact')
    assertThat(result.u()).isEqualTo(33);
    assertThat(result.p()).isCloseTo(0.015151515151515152, CLOSE);
    assertThat(RankSums.twoSided(sums, 2 * (33 + 21))).isCloseTo(result.p(), CLOSE);
  }

  @Test
  void criticalValuesAreThoseOfTheTables() {
    // Mann and Whitney's table: at .05 two-sided, six and six, the smaller U is at most 5.
    assertThat(MannWhitney.leastU(6, 6, 0.05)).isEqualTo(31);
    assertThat(MannWhitney.leastU(5, 5, 0.05)).isEqualTo(23);
    assertThat(MannWhitney.leastU(10, 8, 0.01)).isEqualTo(80 - 11);
    // 2 / C(12, 6) = 2 / 924: a family of 23 is the largest that six forks a side can serve.
    assertThat(MannWhitney.leastP(6, 6)).isCloseTo(2 / 924.0, CLOSE);
    assertThat(MannWhitney.leastU(6, 6, 0.05 / 23)).isEqualTo(36);
    assertThat(MannWhitney.leastU(6, 6, 0.05 / 24)).isEqualTo(-1);
    assertThat(MannWhitney.leastP(5, 5)).isCloseTo(2 / 252.0, CLOSE);
  }

  @Test
  void hodgesLehmannAsPublished() {
    Interval shift = HodgesLehmann.shift(EARLY, AT_TERM, 0.95);

    // SAS/STAT and StatXact manuals and R's wilcox.test(conf.int = TRUE): 0.305 (-0.15, 0.76).
    assertThat(shift.estimate()).isCloseTo(0.305, CLOSE);
    assertThat(shift.low()).isCloseTo(-0.15, CLOSE);
    assertThat(shift.high()).isCloseTo(0.76, CLOSE);
    assertThat(shift.confidence()).isBetween(0.95, 0.97);
  }

  @Test
  void hodgesLehmannSaysWhatFewForksGive() {
    Interval shift = HodgesLehmann.shift(new double[] {1, 2, 3}, new double[] {11, 12.5, 13}, 0.95);

    // The whole range of differences: 1 − 2 / C(6, 3).
    assertThat(shift.low()).isEqualTo(8);
    assertThat(shift.high()).isEqualTo(12);
    assertThat(shift.confidence()).isCloseTo(0.9, CLOSE);
  }

  @Test
  void signedRankAsPublished() {
    SignedRank.Result depression = SignedRank.test(SECOND, FIRST);
    // Darwin's maize, in eighths of an inch: Fisher, The Design of Experiments, table 3.
    double[] maize = {6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75};
    SignedRank.Result result = SignedRank.test(new double[maize.length], maize);

    // R: V = 40, p = 0.01953 one-sided.
    assertThat(depression.w()).isEqualTo(40);
    assertThat(depression.p()).isCloseTo(2 * 0.01953125, CLOSE);
    // scipy.stats.wilcoxon(maize, method='exact')
    assertThat(result.p()).isCloseTo(0.041259765625, CLOSE);
    assertThat(result.w()).isEqualTo(96);
    assertThat(result.effect()).isCloseTo((96 - 24) / 120.0, CLOSE);
  }

  @Test
  void signedRankWithTiesAndZerosIsExactToo() {
    double[] differences = {1, 1, -1, 2, 2, 3, -3, 4, 0, 5};

    SignedRank.Result result = SignedRank.test(new double[10], differences);

    assertThat(result.pairs()).isEqualTo(9);
    assertThat(result.w()).isEqualTo(36.5);
    assertThat(result.p()).isCloseTo(0.12109375, CLOSE);
  }

  @Test
  void pairsMustBePairs() {
    assertThatThrownBy(() -> SignedRank.test(new double[3], new double[2]))
        .hasMessage("pairs: 3 and 2");
    assertThat(SignedRank.test(new double[3], new double[3]).p()).isEqualTo(1);
  }

  @Test
  void kruskalWallisAsPublished() {
    // Mucociliary efficiency: Hollander and Wolfe (1973), p. 115; R's ?kruskal.test.
    KruskalWallis.Result result =
        KruskalWallis.test(
            List.of(
                new double[] {2.9, 3.0, 2.5, 2.6, 3.2},
                new double[] {3.8, 2.7, 4.0, 2.4},
                new double[] {2.8, 3.4, 3.7, 2.2, 2.0}));

    assertThat(result.h()).isCloseTo(0.7714285714285722, CLOSE);
    assertThat(result.freedom()).isEqualTo(2);
    assertThat(result.p()).isCloseTo(0.6799647735788936, CLOSE);
  }

  @Test
  void kruskalWallisAndDunnWithTies() {
    List<double[]> levels =
        List.of(
            new double[] {1, 2, 2, 3, 4},
            new double[] {2, 3, 5, 5, 6},
            new double[] {6, 7, 7, 8, 5});

    KruskalWallis.Result result = KruskalWallis.test(levels);
    List<KruskalWallis.Pair> pairs = KruskalWallis.dunn(levels);

    // scipy.stats.kruskal(*levels)
    assertThat(result.h()).isCloseTo(9.49143897996357, CLOSE);
    assertThat(result.p()).isCloseTo(0.008688808245819893, CLOSE);
    // Dunn (1964) by numpy and scipy.stats.norm.sf: z, and p before Holm's factors 1, 3, 2.
    assertThat(pairs).extracting(KruskalWallis.Pair::first).containsExactly(0, 0, 1);
    assertThat(pairs.get(0).z()).isCloseTo(1.321187852131296, CLOSE);
    assertThat(pairs.get(0).p()).isCloseTo(0.18643873579797465, CLOSE);
    assertThat(pairs.get(1).z()).isCloseTo(3.0708690617105803, CLOSE);
    assertThat(pairs.get(1).p()).isCloseTo(3 * 0.002134367279928209, CLOSE);
    assertThat(pairs.get(2).p()).isCloseTo(2 * 0.08017333783932377, CLOSE);
  }

  @Test
  void levelsWithoutADifference() {
    List<double[]> same = List.of(new double[] {1, 1}, new double[] {1, 1}, new double[] {1, 1});

    assertThat(KruskalWallis.test(same)).isEqualTo(new KruskalWallis.Result(0, 2, 1));
    assertThat(KruskalWallis.dunn(same)).allSatisfy(pair -> assertThat(pair.p()).isEqualTo(1));
  }

  @Test
  void benjaminiHochbergAsPublished() {
    // The fifteen tests of Benjamini and Hochberg (1995), section 4: four are significant at .05.
    double[] p = {
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
      0.5719, 0.6528, 0.7590, 1.0
    };

    double[] adjusted = MultipleTests.benjaminiHochberg(p);

    // scipy.stats.false_discovery_control(p)
    assertThat(adjusted[0]).isCloseTo(0.0015, CLOSE);
    assertThat(adjusted[3]).isCloseTo(0.035625, CLOSE);
    assertThat(adjusted[4]).isCloseTo(0.0603, CLOSE);
    assertThat(adjusted[5]).isCloseTo(0.06385714285714286, CLOSE);
    assertThat(adjusted[13]).isCloseTo(0.8132142857142857, CLOSE);
    assertThat(adjusted[14]).isEqualTo(1);
  }

  @Test
  void theOrderOfTheTestsIsKept() {
    assertThat(MultipleTests.benjaminiHochberg(new double[] {0.5, 0.01, 0.04}))
        .containsExactly(new double[] {0.5, 0.03, 0.06}, CLOSE);
    assertThat(MultipleTests.holm(new double[] {0.5, 0.01, 0.04}))
        .containsExactly(new double[] {0.5, 0.03, 0.08}, CLOSE);
    assertThat(MultipleTests.benjaminiHochberg(new double[0])).isEmpty();
  }
}
