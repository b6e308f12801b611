package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.report.compare.Compared.CellPair;
import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JMH's JSON as people have it. Whatever it is, it is compared or refused in one line. */
class OddFilesTest {
  private static final double[][] SIX = JmhText.forks(7, 6, 100, 0.005);

  @TempDir Path folder;

  private Compared itself(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("odd.json"), text);
    Compared compared = Comparer.compare(file, file, false);
    assertThat(compared.count(Verdict.REGRESSED) + compared.count(Verdict.IMPROVED)).isZero();
    // Every format can say it.
    assertThat(CompareText.terminal(compared)).isNotEmpty();
    assertThat(CompareText.markdown(compared)).isNotEmpty();
    assertThat(CompareText.html(compared)).isNotEmpty();
    assertThat(CompareText.json(compared)).doesNotContain("NaN");
    return compared;
  }

  private static Map<String, FigurePair> figures(CellPair cell) {
    return cell.figures().stream().collect(Collectors.toMap(FigurePair::name, f -> f));
  }

  private static String bare(String primary) {
    return "{\"benchmark\": \"a.B.c\", \"mode\": \"avgt\", \"primaryMetric\": " + primary + "}";
  }

  private FigurePair only(String entry) throws IOException {
    return itself("[" + entry + "]").cells().get(0).figures().get(0);
  }

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
  void theOldDotInTheEncodingOfWindows() throws IOException {
    String text =
        JmhText.file(
            JmhText.entry(
                "a.B.c",
                "thrpt",
                Map.of(),
                JmhText.metric("ops/s", SIX),
                JmhText.secondary("·gc.alloc.rate.norm", "B/op", SIX)));
    Path file = Files.write(folder.resolve("w.json"), text.getBytes(StandardCharsets.ISO_8859_1));

    assertThat(figures(Comparer.compare(file, file, false).cells().get(0)))
        .containsKey("gc.alloc.rate.norm");
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
  void paramsOfAnyKind() throws IOException {
    Map<String, String> params =
        Map.of(
            "document", "{\"a\": [1, 2], \"b\": \"x=y, z\"}",
            "uri", "http://localhost:80/a?b=c&d=[1]",
            "pair", "128:2000",
            "path", "C:\\Users\\me");
    Compared compared =
        itself(
            JmhText.file(
                JmhText.entry("a.B.c", "thrpt", params, JmhText.metric("ops/s", SIX), "")));

    assertThat(compared.cells().get(0).params()).isEqualTo(params);
    assertThat(
            itself(
                    "[{\"benchmark\": \"a.B.c\", \"params\": {\"n\": 5, \"flag\": true, \"o\":"
                        + " {\"x\": [1]}, \"none\": null}, \"primaryMetric\": {\"score\": 1}}]")
                .cells()
                .get(0)
                .params())
        .containsEntry("n", "5")
        .containsEntry("flag", "true")
        .containsEntry("o", "{\"x\":[1]}")
        .containsEntry("none", "null");
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
  void pathsOfWindows() throws IOException {
    String tail = "\"primaryMetric\": {\"score\": 1, \"scoreUnit\": \"ops/s\"}}]";

    itself(
        "[{\"benchmark\": \"a.B.c\", \"jvm\": \"C:\\\\Program Files\\\\bin\\\\java.exe\", " + tail);
    // As some tools write them: none of these backslashes starts an escape.
    itself("[{\"benchmark\": \"a.B.c\", \"jvm\": \"C:\\Program Files\\users\\some\", " + tail);
  }

  @Test
  void filesThatJmhDidNotWrite() throws IOException {
    assertThat(
            only("{\"benchmark\": \"a\", \"mode\": \"AverageTime\", \"primaryMetric\":"
                    + " {\"score\": \"12.5\", \"scoreUnit\": \"ms/op\", \"rawData\": [1, 2, 3]},"
                    + " \"secondaryMetrics\": [], \"params\": null, \"extra\": {\"a\": [{}]}}")
                .outcome()
                .baseForks())
        .isEqualTo(1);
    Compared some =
        itself(
            "[1, null, \"x\", {}, {\"benchmark\": \"a\"}, "
                + bare("{\"score\": 1, \"scoreUnit\": \"us/op\"}")
                + ",]");
    assertThat(some.cells()).hasSize(1);
    assertThat(some.warnings()).hasSize(5);
    assertThat(some.cells().get(0).figures().get(0).notes())
        .contains("base: there is a score but no raw data");
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
  void aCommaInAParameterMakesNoOtherCell() throws IOException {
    String metric = JmhText.metric("us/op", SIX);
    Compared compared =
        itself(
            JmhText.file(
                JmhText.entry("a.B.c", "avgt", Map.of("a", "1,b=2"), metric, ""),
                JmhText.entry("a.B.c", "avgt", Map.of("a", "1", "b", "2"), metric, ""),
                JmhText.entry("a.B.c", "avgt", Map.of("a", "1\\", "b", "2"), metric, "")));

    assertThat(compared.cells()).hasSize(3);
    assertThat(compared.warnings()).isEmpty();
  }

  @Test
  void aDocumentAsAParameterStaysInItsLine() throws IOException {
    String metric = JmhText.metric("us/op", SIX);
    Compared compared =
        itself(
            JmhText.file(
                JmhText.entry(
                    "a.B.c", "avgt", Map.of("d", "{\n  \"x\": \"<b>|\"\r\n}"), metric, ""),
                JmhText.entry("a.B.c", "avgt", Map.of("d", "\u001b[31m"), metric, "")));

    assertThat(CompareText.terminal(compared)).contains("d={ \"x\": \"<b>|\" }", "d= [31m");
    assertThat(CompareText.markdown(compared)).contains("d={ \"x\": \"&lt;b>\\|\" }");
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
  void negativeScoresAreNotNothing() throws IOException {
    FigurePair figure =
        only(
            bare(
                "{\"score\": -5, \"scoreUnit\": \"us/op\","
                    + " \"rawData\": [[-5], [-5.1], [-4.9], [-5], [-5.2], [-4.8]]}"));

    assertThat(figure.outcome().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
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

  @Test
  void aByteOrderMark() throws IOException {
    assertThat(itself("\uFEFF[" + bare("{\"score\": 1}") + "]").cells()).hasSize(1);
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"benchmark\": \"a.B.c\", \"primaryMetric\": {\"score\": 1,|is cut off at line 1",
        "{\"benchmark\": \"a.B.c\"}|is an object, not an array",
        "[]|is an empty array",
        "|is empty",
        "  |is empty",
        "\u0000\u0001\u0002\uFFFE|is not JSON from line 1 on",
        "PK\u0003\u0004|is not JSON from line 1 on",
        "\"text\"|is not an array",
        "[{\"a\": 1}]|holds no result of JMH: no entry has a benchmark and a primaryMetric",
        "[]]|is not JSON from line 1 on",
        "[{\"benchmark\": \"a\", \"primaryMetric\": {}}] x|is not JSON from line 1 on",
        "[{\"benchmark\": \"a\", \"primaryMetric\": {}}] []|goes on after the array's end",
        "[{\"benchmark\": \"a\"\n\"b\": 1}]|is not JSON from line 2 on",
      })
  void whatIsNoResultIsRefusedInOneLine(String fileAndProblem) throws IOException {
    int bar = fileAndProblem.lastIndexOf('|');
    Path file = folder.resolve("bad.json");
    Files.writeString(file, fileAndProblem.substring(0, bar));

    assertThatThrownBy(() -> Comparer.compare(file, file, false))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "'"
                + file
                + "' "
                + fileAndProblem.substring(bar + 1)
                + "; allowed: JMH's JSON, an array of results");
  }

  @Test
  void everyPlaceToCutAFileIsRefusedOrRead() throws IOException {
    String whole =
        JmhText.file(
            JmhText.entry(
                "a.B.c",
                "thrpt",
                Map.of("p", "x"),
                JmhText.metric("ops/s", SIX),
                JmhText.secondary("·gc.count", "counts", SIX)));
    Path file = folder.resolve("cut.json");
    for (int length = 0; length < whole.stripTrailing().length(); length += 3) {
      Files.writeString(file, whole.substring(0, length));

      assertThatThrownBy(() -> Comparer.compare(file, file, false))
          .isInstanceOf(BadInputException.class);
    }
  }

  @Test
  void foldersAndFilesThatAreNotThere() throws IOException {
    assertThatThrownBy(() -> Comparer.compare(folder, folder, false))
        .hasMessage(
            "'"
                + folder
                + "' holds no ledger.json; allowed: a file of JMH's JSON, or a folder that a run"
                + " has written");
    assertThatThrownBy(() -> Comparer.compare(folder.resolve("no"), folder, false))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no' does not exist; allowed: ");
  }

  @Test
  void nothingInCommon() throws IOException {
    Path base = Files.writeString(folder.resolve("b"), "[" + bare("{\"score\": 1}") + "]");
    Path head =
        Files.writeString(
            folder.resolve("h"), "[" + bare("{\"score\": 1}").replace("a.B.c", "d.E.f") + "]");

    assertThatThrownBy(() -> Comparer.compare(base, head, false))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("nothing in common: ")
        .hasMessageContaining("has 1 cell, as a.B.c[]:avgt");
  }
}
