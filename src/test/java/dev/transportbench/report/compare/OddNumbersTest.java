package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scores, errors and raw data that are no numbers, zero, below it or without end. */
class OddNumbersTest extends OddFiles {
  @Test
  void notANumberAsText() throws IOException {
    FigurePair some =
        only(
            bare(
                "{\"score\": \"NaN\", \"scoreError\": \"NaN\", \"scoreUnit\": \"us/op\","
                    + " \"rawData\": [[1, \"NaN\"], [\"NaN\"], [2, \"+INF\"], [1.5], [NaN]]}"));
    FigurePair none =
        only(bare("{\"score\": \"NaN\", \"scoreUnit\": \"us/op\", \"rawData\": [[\"NaN\"]]}"));

    assertThat(some.outcome().baseForks()).isEqualTo(3);
    assertThat(some.outcome().reasons())
        .containsExactly("8 values are no numbers", "3 and 3 forks: a verdict needs 5 a side");
    assertThat(none.outcome().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(none.outcome().reasons()).contains("neither side has a usable value");
  }

  @Test
  void negativeScoresAreNotNothing() throws IOException {
    FigurePair figure =
        only(
            bare(
                "{\"score\": -5, \"scoreUnit\": \"us/op\","
                    + " \"rawData\": [[-5], [-5.1], [-4.9], [-5], [-5.2], [-4.8]]}"));

    assertThat(figure.outcome().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void raggedRawDataThatDisagreeWithForks() throws IOException {
    FigurePair figure =
        only(
            "{\"benchmark\": \"a.B.c\", \"mode\": \"avgt\", \"forks\": 5, \"primaryMetric\":"
                + " {\"score\": 2, \"scoreUnit\": \"us/op\", \"rawData\": [[1, 2, 3], [2], []]}}");

    assertThat(figure.outcome().baseForks()).isEqualTo(2);
    assertThat(figure.notes())
        .containsExactly(
            "base: forks is 5, and there are raw data of 2",
            "head: forks is 5, and there are raw data of 2");
  }

  @Test
  void forksZeroOneIterationNoWarmUp() throws IOException {
    FigurePair figure =
        only(
            "{\"benchmark\": \"a.B.c\", \"mode\": \"avgt\", \"forks\": 0, \"warmupIterations\": 0,"
                + " \"primaryMetric\": {\"score\": 2, \"scoreUnit\": \"us/op\","
                + " \"rawData\": [[2]]}}");

    assertThat(figure.outcome().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(figure.outcome().reasons())
        .containsExactly("1 and 1 forks: a verdict needs 5 a side");
    assertThat(figure.notes())
        .contains(
            "base: forks is 0: it ran in JMH's own process, after whatever ran there before",
            "base: it was not warmed up");
  }

  @Test
  void manyIterationsAreBatched() {
    IterationValues values = new IterationValues();
    IntStream.range(0, 1_000_000).forEach(i -> values.add(i));
    values.add(Double.NaN);

    double[] batches = values.values();

    assertThat(batches.length).isBetween(101, 201);
    assertThat(batches[0]).isLessThan(10_000);
    assertThat(batches[batches.length - 1]).isNaN();
    double sum = 0;
    for (int i = 0; i < batches.length - 1; i++) {
      sum += batches[i];
    }
    assertThat(sum / (batches.length - 1)).isBetween(490_000.0, 510_000.0);
  }

  private static String forks(String... values) {
    return bare(
        "{\"score\": 1, \"scoreError\": \"NaN\", \"scoreConfidence\": [NaN, \"NaN\"],"
            + " \"scoreUnit\": \"us/op\", \"rawData\": [["
            + String.join("], [", values)
            + "]]}");
  }

  private static final String ZEROS = forks("0", "0.0", "0", "0", "0", "-0.0");
  private static final String FIVES = forks("5", "5.1", "4.9", "5", "5.05", "4.95");

  @Test
  void zeroOnOneSideHasNoRatio() throws IOException {
    for (FigurePair figure :
        List.of(
            first(changed("[" + ZEROS + "]", "[" + FIVES + "]")),
            first(changed("[" + FIVES + "]", "[" + ZEROS + "]")))) {
      assertThat(verdict(figure)).isEqualTo(Verdict.INCONCLUSIVE);
      assertThat(figure.outcome().ratio()).isNull();
      assertThat(figure.outcome().reasons())
          .containsExactly("a mean is not above zero: there is no ratio");
    }
    assertThat(verdict(only(ZEROS))).isEqualTo(Verdict.EQUIVALENT);
    assertThat(verdict(only(forks("0")))).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void belowZeroThereIsNoRatioEither() throws IOException {
    String negative = forks("-5", "-5.1", "-4.9", "-5", "-5.05", "-4.95");

    assertThat(verdict(first(changed("[" + negative + "]", "[" + FIVES + "]"))))
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(verdict(first(changed("[" + FIVES + "]", "[" + negative + "]"))))
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void whatHasNoEndIsNoNumber() throws IOException {
    FigurePair figure =
        only(forks("5, Infinity", "-Infinity, 5", "\"Infinity\", 5", "\"∞\", 5", "5, 1e999"));

    assertThat(figure.base()).isEqualTo(5);
    assertThat(figure.outcome().baseForks()).isEqualTo(5);
    assertThat(figure.outcome().reasons()).contains("10 values are no numbers");
  }

  @Test
  void nullIsNoNumber() throws IOException {
    FigurePair some = only(forks("5, null", "null", "5", "null, null, 5"));
    FigurePair none =
        only(bare("{\"score\": null, \"scoreUnit\": null, \"rawData\": [null, [null]]}"));

    assertThat(some.base()).isEqualTo(5);
    assertThat(some.outcome().baseForks()).isEqualTo(3);
    assertThat(verdict(none)).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(none.unit()).isEmpty();
  }

  @Test
  void numbersAtTheEndsOfWhatADoubleHolds() throws IOException {
    only(forks("1.7e308", "1.7e308", "1.6e308", "1.7e308", "1.7e308", "1.5e308"));
    only(forks("5e-324", "5e-324", "1e-323", "5e-324", "5e-324", "5e-324"));
    only(forks("1e200", "1.01e200", "1.02e200", "1e200", "1e200", "1e200"));
    only(forks("1e-200", "1.01e-200", "1.02e-200", "1e-200", "1e-200", "1e-200"));
    changed(
        "[" + forks("1e-300", "1e-300", "1e-300", "1e-300", "1e-300") + "]",
        "[" + forks("1e300", "1e300", "1e300", "1e300", "1e300") + "]");
  }

  @Test
  void oneForkThatChangedByHalfIsInconclusive() throws IOException {
    FigurePair figure = first(changed("[" + forks("5, 5, 5") + "]", "[" + forks("7.5") + "]"));

    assertThat(verdict(figure)).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(figure.outcome().ratio().estimate()).isEqualTo(1.5);
    assertThat(figure.outcome().reasons())
        .containsExactly("1 and 1 forks: a verdict needs 5 a side");
  }
}
