package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.report.compare.Compared.CellPair;
import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** JMH's JSON as people have it: every version's, mode's and profiler's own ways. */
class OddFilesTest extends OddFiles {
  @Test
  void theSameMethodInThreeModesIsThreeCells() throws IOException {
    String metric = JmhText.metric("us/op", SIX);
    Compared compared =
        itself(
            JmhText.file(
                JmhText.entry("a.B.c", "thrpt", Map.of(), JmhText.metric("ops/us", SIX), ""),
                JmhText.entry("a.B.c", "avgt", Map.of(), metric, ""),
                JmhText.entry("a.B.c", "ss", Map.of(), metric, "")));

    assertThat(compared.cells())
        .extracting(CellPair::key)
        .containsExactly("a.B.c[]", "a.B.c[]:avgt", "a.B.c[]:ss");
  }

  @Test
  void sampleModeHasHistogramsInsteadOfRawData() throws IOException {
    String histograms =
        IntStream.range(0, 6)
            .mapToObj(
                fork ->
                    "[[[0.001%d, 3000], [0.002, 500], [0.5, 100]], [[0.001%d, 2000]]]"
                        .formatted(fork, fork))
            .collect(Collectors.joining(",", "[", "]"));
    String entry =
        "{\"benchmark\": \"a.B.c\", \"mode\": \"sample\", \"primaryMetric\": {\"score\": 0.01,"
            + " \"scoreUnit\": \"ms/op\", \"rawDataHistogram\": "
            + histograms
            + "}, \"secondaryMetrics\": {\"·p0.50\": {\"score\": 0.001, \"scoreError\": \"NaN\","
            + " \"scoreUnit\": \"ms/op\", \"rawData\": [[]]}, \"·p1.00\": {\"score\": 0.5,"
            + " \"scoreUnit\": \"ms/op\", \"rawData\": [[]]}}}";

    Map<String, FigurePair> figures = figures(itself("[" + entry + "]").cells().get(0));

    assertThat(figures.get("p0.50").base()).isBetween(0.00119, 0.00126);
    assertThat(figures.get("p0.50").outcome().baseForks()).isEqualTo(6);
    assertThat(figures.get("p0.99").base()).isBetween(0.49, 0.51);
    // Of two iterations: (3000 · .001x + 1 + 50) / 3600 and .001x.
    assertThat(figures.get("time").base()).isBetween(0.0078, 0.0084);
    assertThat(figures.get("p1.00").outcome()).isNull();
  }

  @Test
  void secondariesWithoutAUnit() throws IOException {
    Compared compared =
        itself(
            JmhText.file(
                JmhText.entry(
                    "a.B.c",
                    "thrpt",
                    Map.of(),
                    JmhText.metric("ops/s", SIX),
                    JmhText.secondary("·stack", "---", new double[][] {{Double.NaN}}))));

    assertThat(figures(compared.cells().get(0)).get("stack").notJudged()).isNotNull();
  }

  @Test
  void theOldDotAndTheNewNameAreOneFigure() throws IOException {
    String alloc = JmhText.metric("B/op", SIX);
    String primary = JmhText.metric("ops/s", SIX);
    for (String prefix : new String[] {"·", "Â·", "\uFFFD"}) {
      Path base =
          Files.writeString(
              folder.resolve("b.json"),
              JmhText.file(
                  JmhText.entry(
                      "a.B.c",
                      "thrpt",
                      Map.of(),
                      primary,
                      "\"" + prefix + "gc.alloc.rate.norm\" : " + alloc)));
      Path head =
          Files.writeString(
              folder.resolve("h.json"),
              JmhText.file(
                  JmhText.entry(
                      "a.B.c", "thrpt", Map.of(), primary, "\"gc.alloc.rate.norm\" : " + alloc)));

      assertThat(figures(Comparer.compare(base, head, false).cells().get(0)))
          .containsKey("gc.alloc.rate.norm");
    }
  }

  @Test
  void filesOf2014() throws IOException {
    Compared compared =
        itself(
            """
            [
                {
                    "benchmark" : "a.B.c",
                    "mode" : "thrpt",
                    "threads" : 1,
                    "forks" : 1,
                    "warmupIterations" : 5,
                    "warmupTime" : "1 s",
                    "measurementIterations" : 2,
                    "measurementTime" : "1 s",
                    "primaryMetric" : {
                        "score" : 1.5,
                        "scoreError" : NaN,
                        "scoreConfidence" : [ NaN, NaN ],
                        "scorePercentiles" : { "0.0" : 1, "100.0" : 2 },
                        "scoreUnit" : "ops/us",
                        "rawData" : [ [ 1.0, 2.0 ] ]
                    },
                    "secondaryMetrics" : { }
                }
            ]
            """);

    assertThat(compared.cells()).hasSize(1);
    assertThat(compared.cells().get(0).params()).isEmpty();
  }

  @Test
  void groupsHaveASecondaryForEachMethod() throws IOException {
    Compared compared =
        itself(
            JmhText.file(
                JmhText.entry(
                    "a.B.group",
                    "thrpt",
                    Map.of(),
                    JmhText.metric("ops/us", SIX),
                    JmhText.secondary("reader", "ops/us", SIX)
                        + ", "
                        + JmhText.secondary("·writer", "ops/us", SIX))));

    assertThat(figures(compared.cells().get(0)).get("writer").outcome().verdict())
        .isEqualTo(Verdict.EQUIVALENT);
  }

  @Test
  void aCellThatIsThereTwiceHasMoreForks() throws IOException {
    String entry = bare("{\"score\": 2, \"scoreUnit\": \"us/op\", \"rawData\": [[1], [2], [3]]}");
    String nanos =
        bare("{\"score\": 2, \"scoreUnit\": \"ns/op\", \"rawData\": [[1000], [2000], [3000]]}");

    Compared compared = itself("[" + entry + "," + nanos + "]");

    assertThat(compared.cells().get(0).figures().get(0).base()).isEqualTo(2);
    assertThat(compared.cells().get(0).figures().get(0).outcome().baseForks()).isEqualTo(6);
    assertThat(compared.warnings().get(0)).contains("taken as further forks");
  }

  @Test
  void whatAProfilerSumsOverAnIterationIsNotPerOperation() throws IOException {
    Compared compared =
        itself(
            JmhText.file(
                JmhText.entry(
                    "a.B.c",
                    "thrpt",
                    Map.of(),
                    JmhText.metric("ops/s", SIX),
                    JmhText.secondary("safepoints.pause", "ms", SIX))));

    assertThat(figures(compared.cells().get(0)).get("safepoints.pause").notJudged()).isNotNull();
  }

  @Test
  void batchesOfUnlikeSizeAreUnlike() throws IOException {
    String entry = JmhText.entry("a.B.c", "ss", Map.of(), JmhText.metric("s/op", SIX), "");
    Path base = Files.writeString(folder.resolve("b.json"), JmhText.file(batch(entry, 1)));
    Path head = Files.writeString(folder.resolve("h.json"), JmhText.file(batch(entry, 10)));

    assertThatThrownBy(() -> Comparer.compare(base, head, false))
        .hasMessageContaining("batch 1 → 10");
  }

  private static String batch(String entry, int size) {
    return entry.replace(
        "\"measurementBatchSize\" : 1,", "\"measurementBatchSize\" : " + size + ",");
  }

  @Test
  void percentilesThatBearTheMethodsName() throws IOException {
    String entry =
        JmhText.entry(
            "a.B.c",
            "sample",
            Map.of(),
            JmhText.metric("us/op", SIX),
            JmhText.secondary("c·p0.99", "us/op", SIX)
                + ", "
                + JmhText.secondary("client", "us/op", SIX));

    assertThat(figures(itself(JmhText.file(entry)).cells().get(0))).containsKeys("p0.99", "client");
  }

  private static String inMode(String mode, String unit, double factor) {
    double[][] raw = JmhText.forks(7, 6, 100 * factor, 0.005);
    return JmhText.file(
        JmhText.entry(
            "a.B.group",
            mode,
            Map.of(),
            JmhText.metric(unit, raw),
            JmhText.secondary("·reader", unit, raw)
                + ", "
                + JmhText.secondary("·p0.90", unit, raw)));
  }

  @Test
  void moreIsBetterInThroughputAloneAndForEachMethodOfAGroup() throws IOException {
    for (String mode : List.of("avgt", "sample", "ss")) {
      assertThat(changed(inMode(mode, "us/op", 1), inMode(mode, "ns/op", 1500)).cells().get(0))
          .satisfies(
              cell ->
                  assertThat(figures(cell))
                      .hasSize(3)
                      .allSatisfy(
                          (name, figure) ->
                              assertThat(verdict(figure)).isEqualTo(Verdict.REGRESSED)));
    }
    assertThat(
            changed(inMode("thrpt", "ops/min", 60), inMode("thrpt", "ops/s", 1.5)).cells().get(0))
        .satisfies(
            cell ->
                assertThat(figures(cell))
                    .hasSize(3)
                    .allSatisfy(
                        (name, figure) -> assertThat(verdict(figure)).isEqualTo(Verdict.IMPROVED)));
  }

  @Test
  void likeValuesInUnlikeUnitsAreEquivalent() throws IOException {
    for (List<String> units :
        List.of(List.of("us/op", "ns/op"), List.of("s/op", "ms/op"), List.of("ms/op", "us/op"))) {
      Compared compared =
          changed(inMode("avgt", units.get(0), 1), inMode("avgt", units.get(1), 1000));

      assertThat(compared.count(Verdict.EQUIVALENT)).isEqualTo(3);
      assertThat(first(compared).unit()).isEqualTo(units.get(0));
    }
  }

  @Test
  void histogramsThatMovedAreJudged() throws IOException {
    String base = histograms(1, "ms/op");

    Compared slower = changed(base, histograms(1.5, "ms/op"));
    Compared same = changed(base, histograms(1000, "us/op"));

    assertThat(figures(slower.cells().get(0)))
        .containsKeys("time", "p0.50", "p0.90", "p0.99")
        .allSatisfy((name, figure) -> assertThat(verdict(figure)).isEqualTo(Verdict.REGRESSED));
    assertThat(same.count(Verdict.EQUIVALENT)).isEqualTo(4);
  }

  private static String histograms(double factor, String unit) {
    return IntStream.range(0, 6)
        .mapToObj(
            fork ->
                String.format(
                    Locale.ROOT,
                    "[[[%f, 3000], [%f, 500]], [[%f, 1500], [%f, 100]]]",
                    factor * (1 + 0.001 * fork),
                    factor * 2,
                    factor * (1 + 0.001 * fork),
                    factor * 3))
        .collect(
            Collectors.joining(
                ",",
                "[{\"benchmark\": \"a.B.c\", \"mode\": \"sample\", \"primaryMetric\": {\"scoreUnit\": \""
                    + unit
                    + "\", \"rawDataHistogram\": [",
                "]}}]"));
  }
}
