package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What other tools write in the shape of JMH's JSON, and what shells and editors make of it. */
class ForeignFilesTest extends OddFiles {
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
  void aByteOrderMark() throws IOException {
    assertThat(itself("\uFEFF[" + bare("{\"score\": 1}") + "]").cells()).hasSize(1);
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
  void whatAShellOfWindowsRedirects() throws IOException {
    String text = "[" + bare("{\"score\": 1, \"scoreUnit\": \"µs/op\"}") + "]\r\n";
    for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      for (String mark : List.of("", "\uFEFF")) {
        Path file = Files.write(folder.resolve("u.json"), (mark + text).getBytes(charset));

        assertThat(first(told(file, file)).unit()).isEqualTo("µs/op");
      }
    }
  }

  /** As a converter has it that writes null for what it does not know. */
  @Test
  void whatIsNullIsNotKnown() throws IOException {
    String entry =
        JmhText.file(JmhText.entry("a.B.c", "avgt", Map.of(), JmhText.metric("us/op", SIX), ""));
    String nulls =
        entry
            .replace("\"17.0.15+6\"", "null")
            .replace("\"17.0.15\"", "null")
            .replace("\"OpenJDK 64-Bit Server VM\"", "null")
            .replace("[\"-Xmx1g\"]", "null")
            .replace("\"threads\" : 1", "\"threads\" : null")
            .replace("\"forks\" : 6", "\"forks\" : null")
            .replace("\"secondaryMetrics\" : {  }", "\"secondaryMetrics\" : null")
            .replace("\"mode\" : \"avgt\"", "\"mode\" : null");
    assertThat(nulls.split("null", -1)).hasSize(9);

    Compared compared = changed(entry, nulls);

    assertThat(first(compared).notes()).isEmpty();
    assertThat(verdict(first(compared))).isEqualTo(Verdict.EQUIVALENT);
    assertThat(compared.warnings())
        .containsExactly("only base states jdk, flags, threads: not compared");
  }

  /** kotlinx-benchmark away from the JVM: no forks, no threads, one array for all iterations. */
  @Test
  void benchmarksOfKotlin() throws IOException {
    String text =
        """
        [
          {
            "benchmark" : "a.B.c",
            "mode" : "avgt",
            "configurationName" : "main",
            "warmupIterations" : 3,
            "warmupTime" : "1 s",
            "measurementIterations" : 3,
            "params" : {

            },
            "advanced" : {

            },
            "primaryMetric" : {
               "score": 2.0,
               "scoreError": NaN,
               "scoreConfidence" : [ NaN, NaN ],
               "scorePercentiles" : { "0.00" : 1.0 },
               "scoreUnit" : "ms/op",
               "rawData" : [ [ 1.0, 2.0, 3.0 ] ]
            },
            "secondaryMetrics" : {
            }
          }
        ]""";

    assertThat(itself(text).cells().get(0).key()).isEqualTo("a.B.c[]:avgt");
    FigurePair figure = first(changed(text, text.replace("[ [ 1.0", "[ [ 4.0")));
    assertThat(figure.outcome().ratio().estimate()).isEqualTo(1.5);
    assertThat(verdict(figure)).isEqualTo(Verdict.INCONCLUSIVE);
  }

  private static String scored(String mode, String unit, double factor) {
    return JmhText.file(
            JmhText.entry(
                "package.benchmark.a_b",
                mode,
                Map.of(),
                JmhText.metric(unit, JmhText.forks(3, 6, 100 * factor, 0.005)),
                JmhText.secondary("Time (wall clock)", "μs", SIX)
                    + ", "
                    + JmhText.secondary("Malloc (total)", "#", SIX)))
        .replace("\"mode\" : \"\",", "");
  }

  /** Swift's package-benchmark counts in {@code # / s}: the mode says which way is better. */
  @Test
  void aUnitThatTellsNothingLeavesItToTheMode() throws IOException {
    assertThat(verdict(first(changed(scored("thrpt", "# / s", 1), scored("thrpt", "# / s", 1.5)))))
        .isEqualTo(Verdict.IMPROVED);
    assertThat(verdict(first(changed(scored("avgt", "μs", 1), scored("avgt", "μs", 1.5)))))
        .isEqualTo(Verdict.REGRESSED);
    assertThat(verdict(first(changed(scored("avgt", "ms", 1), scored("avgt", "us", 1500)))))
        .isEqualTo(Verdict.REGRESSED);
    assertThat(verdict(first(changed(scored("ss", "---", 1), scored("ss", "---", 1.5)))))
        .isEqualTo(Verdict.REGRESSED);
  }

  @Test
  void aUnitThatContradictsTheModeIsBelieved() throws IOException {
    assertThat(verdict(first(changed(scored("thrpt", "s/op", 1), scored("thrpt", "s/op", 1.5)))))
        .isEqualTo(Verdict.REGRESSED);
  }

  @Test
  void withoutAModeTheUnitTells() throws IOException {
    Compared time = changed(scored("", "ns/op", 1), scored("", "ns/op", 1.5));
    Compared rate = changed(scored("", "ops/s", 1), scored("", "ops/s", 1.5));
    Compared neither = changed(scored("", "furlongs", 1), scored("", "furlongs", 1.5));

    assertThat(time.cells().get(0).mode()).isEqualTo("avgt");
    assertThat(verdict(first(time))).isEqualTo(Verdict.REGRESSED);
    assertThat(verdict(first(rate))).isEqualTo(Verdict.IMPROVED);
    assertThat(first(neither).notJudged()).isEqualTo("neither less nor more of it is better");
  }
}
