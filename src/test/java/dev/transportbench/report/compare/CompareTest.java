package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.FigureRules;
import dev.transportbench.stats.Direction;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The outcome and its formats against golden files. To accept a change on purpose, run with {@code
 * -Dgolden.update=1} and read the difference.
 */
class CompareTest {
  private static final Path GOLDEN =
      Path.of("src/test/resources/dev/transportbench/report/compare");
  private static final String CODEC = "org.example.CodecBenchmark.encode";

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static void assertGolden(String name, String actual) throws IOException {
    if (System.getProperty("golden.update") != null) {
      Files.writeString(GOLDEN.resolve(name), actual);
    }
    assertThat(actual).isEqualTo(Files.readString(GOLDEN.resolve(name), StandardCharsets.UTF_8));
  }

  /** Three payloads; in head the largest is slower and all allocate a little more. */
  private static String sample(boolean head) {
    List<String> entries = new ArrayList<>();
    int seed = head ? 100 : 0;
    for (String bytes : List.of("10K", "100", "1K")) {
      double slower = head && bytes.equals("10K") ? 1.25 : 1;
      entries.add(
          JmhText.entry(
              CODEC,
              "thrpt",
              Map.of("bytes", bytes, "codec", "proto"),
              JmhText.metric("ops/us", JmhText.forks(++seed, 6, 12 / slower, 0.02)),
              String.join(
                  ", ",
                  JmhText.secondary(
                      (head ? "" : "·") + "gc.alloc.rate.norm",
                      "B/op",
                      JmhText.forks(++seed, 6, head ? 2040 : 2000, 0.0005)),
                  JmhText.secondary("gc.count", "counts", JmhText.forks(++seed, 6, 7, 0.1)),
                  JmhText.secondary(
                      "wire.bytes.up", "B", new double[][] {{1095}, {1095}, {1095}}))));
    }
    entries.add(
        JmhText.entry(
            head ? "org.example.New.call" : "org.example.Old.call",
            "avgt",
            Map.of(),
            JmhText.metric("ns/op", JmhText.forks(++seed, 6, 30, 0.01)),
            ""));
    return JmhText.file(entries.toArray(String[]::new));
  }

  private Compared sample() throws IOException {
    Compared compared =
        Comparer.compare(
            write("base.json", sample(false)), write("head.json", sample(true)), false);
    return compared.named("base.json", "head.json");
  }

  /** As a comment on a pull request, with what the profiles of the changed cell say. */
  @Test
  void theComment() throws IOException {
    Compared compared = sample();
    Compared profiled =
        compared.withLayers(
            List.of(
                new Where(
                    compared.cells().get(2).key(),
                    null,
                    List.of(
                        new Where.LayerChange("server", "protobuf", 3.1, 5.6, 0.4),
                        new Where.LayerChange("client", "kernel", 8.02, 8.13, 0.5)))));
    AbReport.Terms terms =
        new AbReport.Terms("gate", 1, 1, "10m", 1, "1".repeat(40), "2".repeat(40));

    String comment = AbReport.comment(profiled, terms);

    assertGolden("comment.md", comment);
    assertThat(comment).hasSizeLessThan(65_000);
    // Verdict, what changed, how to see it again: a screen; the rest is folded.
    String seen = comment.replaceAll("(?s)<details>.*?</details>", "");
    assertThat(seen.lines().filter(line -> !line.isBlank()).count()).isLessThan(20);
    assertThat(CompareText.terminal(profiled))
        .contains("Where: CodecBenchmark.encode bytes=10K", "server  protobuf  3.10  5.60")
        .doesNotContain("client  kernel");
  }

  @Test
  void theTerminal() throws IOException {
    assertGolden("sample.txt", CompareText.terminal(sample()));
  }

  @Test
  void theSampleInTheDocs() throws IOException {
    assertThat(Files.readString(Path.of("docs/comparing.md")))
        .contains("```text\n" + CompareText.terminal(sample()) + "```\n");
  }

  @Test
  void markdown() throws IOException {
    assertGolden("sample.md", CompareText.markdown(sample()));
  }

  @Test
  void html() throws IOException {
    String page = CompareText.html(sample());

    assertGolden("sample.html", page);
    assertThat(page).doesNotContain("http", "<script", "src=");
  }

  @Test
  void jsonIsJsonWithoutNaN() throws IOException {
    String text = CompareText.json(sample());

    assertGolden("sample.json", text);
    JsonNode json = new ObjectMapper().readTree(text);
    assertThat(json.at("/counts/regressed").asInt()).isEqualTo(4);
    assertThat(text).doesNotContain("NaN").doesNotContain("Infinity");
  }

  @Test
  void htmlTakesNothingFromTheFileForMarkup() throws IOException {
    String text =
        JmhText.file(
            JmhText.entry(
                "a.B.<script>alert(1)</script>",
                "thrpt",
                Map.of("p", "|x|"),
                JmhText.metric("ops/s", JmhText.forks(1, 6, 10, 0.01)),
                ""));
    Path file = write("a.json", text);

    assertThat(CompareText.html(Comparer.compare(file, file, false))).doesNotContain("<script>");
  }

  @Test
  void cellsComeInNaturalOrder() throws IOException {
    assertThat(sample().cells())
        .extracting(cell -> cell.params().get("bytes"))
        .containsExactly("100", "1K", "10K");
    assertThat(NaturalOrder.compare("a2", "a10")).isNegative();
    assertThat(NaturalOrder.compare("1M", "10K")).isPositive();
    assertThat(NaturalOrder.compare("128:2000", "128:500")).isPositive();
    assertThat(NaturalOrder.compare("x", "x")).isZero();
    assertThat(NaturalOrder.compare("x", "x1")).isNegative();
  }

  @Test
  void aFileAgainstItselfHasNoChange() throws IOException {
    Path file = write("base.json", sample(false));

    Compared compared = Comparer.compare(file, file, false);

    assertThat(compared.count(Verdict.REGRESSED) + compared.count(Verdict.IMPROVED)).isZero();
    assertThat(compared.count(Verdict.EQUIVALENT)).isPositive();
  }

  private Compared units(String mode, String baseUnit, double base, String headUnit, double head)
      throws IOException {
    Path left =
        write(
            "l.json",
            JmhText.file(
                JmhText.entry(
                    CODEC,
                    mode,
                    Map.of(),
                    JmhText.metric(baseUnit, JmhText.forks(1, 6, base, 0.001)),
                    "")));
    Path right =
        write(
            "r.json",
            JmhText.file(
                JmhText.entry(
                    CODEC,
                    mode,
                    Map.of(),
                    JmhText.metric(headUnit, JmhText.forks(1, 6, head, 0.001)),
                    "")));
    return Comparer.compare(left, right, false);
  }

  private static Verdict only(Compared compared) {
    return compared.cells().get(0).figures().get(0).outcome().verdict();
  }

  @Test
  void unitsAreConverted() throws IOException {
    assertThat(only(units("avgt", "us/op", 2, "ns/op", 2000))).isEqualTo(Verdict.EQUIVALENT);
    assertThat(only(units("avgt", "us/op", 2, "ns/op", 3000))).isEqualTo(Verdict.REGRESSED);
    assertThat(only(units("thrpt", "ops/min", 600, "ops/s", 10))).isEqualTo(Verdict.EQUIVALENT);
    assertThat(only(units("thrpt", "ops/min", 600, "ops/ms", 0.02))).isEqualTo(Verdict.IMPROVED);
    Compared unlike = units("thrpt", "ops/s", 10, "furlongs", 10);
    assertThat(unlike.cells().get(0).figures().get(0).notJudged())
        .isEqualTo("base is in ops/s, head in furlongs");
  }

  @Test
  void moreThroughputIsBetterAndMoreTimeIsWorse() throws IOException {
    assertThat(only(units("thrpt", "ops/s", 10, "ops/s", 12))).isEqualTo(Verdict.IMPROVED);
    assertThat(only(units("thrpt", "ops/s", 12, "ops/s", 10))).isEqualTo(Verdict.REGRESSED);
    assertThat(only(units("avgt", "s/op", 10, "s/op", 12))).isEqualTo(Verdict.REGRESSED);
    assertThat(only(units("ss", "ms/op", 12, "ms/op", 10))).isEqualTo(Verdict.IMPROVED);
  }

  @Test
  void bandsAreByKind() {
    assertThat(FigureRules.terms("throughput", "ops/s").get().band()).isEqualTo(0.03);
    assertThat(FigureRules.terms("cpu.layer.tls", "us").get().band()).isEqualTo(0.03);
    assertThat(FigureRules.terms("alloc.client", "B").get().band()).isEqualTo(0.01);
    assertThat(FigureRules.terms("gc.alloc.rate.norm", "KB/op").get().band()).isEqualTo(0.01);
    assertThat(FigureRules.terms("wire.packets.up", "1").get().band()).isEqualTo(0.005);
    assertThat(FigureRules.terms("wire.bytes.up", "B").get().better())
        .isEqualTo(Direction.LOWER_IS_BETTER);
    assertThat(FigureRules.terms("instructions", "#/op")).isPresent();
    assertThat(FigureRules.isPart("cpu.server.per.gib")).isTrue();
    assertThat(FigureRules.isPart("cpu.server")).isFalse();
    for (String name : List.of("latency.max", "latency.n", "cpu.jit", "rpc.failed")) {
      assertThat(FigureRules.terms(name, "us")).isEmpty();
    }
    assertThat(FigureRules.terms("gc.alloc.rate", "MB/sec")).isEmpty();
    assertThat(FigureRules.terms("gc.time", "ms")).isEmpty();
    assertThat(FigureRules.terms("odd", "---")).isEmpty();
  }

  @Test
  void unlikeEnvironmentsAreRefusedUnlessTold() throws IOException {
    Path base = write("base.json", sample(false));
    Path head =
        write(
            "head.json",
            sample(false)
                .replace("17.0.15", "25.0.1")
                .replace("\"-Xmx1g\"", "\"-Xmx2g\", \"-XX:+UseZGC\""));

    assertThatThrownBy(() -> Comparer.compare(base, head, false))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "unlike environments: jdk 17.0.15+6 → 25.0.1+6; flags -Xmx1g → -Xmx2g -XX:+UseZGC;"
                + " allowed: like ones, or --allow-unlike");
    assertThat(Comparer.compare(base, head, true).unlike()).hasSize(2);
  }

  @Test
  void whatNamesAMachineIsNoFlag() {
    assertThat(
            Conditions.flags(
                List.of(
                    "-Xmx1g",
                    "-Djava.io.tmpdir=/home/me/tmp/x",
                    "-Dx=C:\\Users\\me\\y.cfg",
                    "-javaagent:C:\\idea\\idea_rt.jar=5511:C:\\idea\\bin",
                    "-Dbench.fork.index=3")))
        .isEqualTo("-Xmx1g -Djava.io.tmpdir=…/x -Dx=…/y.cfg");
  }

  /** A ledger of one cell, its CPU and heap by fork. */
  private Path ledger(String name, double throughput, double factor, String kernel, Object owd)
      throws IOException {
    Map<String, Figure> figures = new LinkedHashMap<>();
    figures.put("throughput", figure("1/s", throughput, 1));
    figures.put("cpu.client", figure("us", 12, factor));
    figures.put("cpu.jit", figure("us", 1, factor));
    figures.put("alloc.client", figure("B", 1800, factor));
    figures.put("latency.p99", new Figure(null, "us", List.of(), "n = 3: needs 1000"));
    CellRecord cell =
        new CellRecord(
            "a.B.call[transport=tcp]",
            "a.B.call",
            "thrpt",
            Map.of("transport", "tcp"),
            new CellRecord.LinkRecord(
                Map.of("seed", throughput, "up", Map.of("owdMillis", owd)), List.of()),
            CellRecord.Status.ok,
            null,
            6,
            Map.of(),
            List.of(),
            figures);
    CellRecord broken =
        new CellRecord(
            "a.B.call[transport=tls]",
            "a.B.call",
            "thrpt",
            Map.of("transport", "tls"),
            new CellRecord.LinkRecord(Map.of(), List.of()),
            CellRecord.Status.invalid,
            "3 RPCs failed",
            6,
            Map.of(),
            List.of(),
            figures);
    Path root = Files.createDirectories(folder.resolve(name));
    LedgerJson.write(
        root.resolve("ledger.json"),
        new Ledger(1, "s", "q", null, Map.of("kernel", kernel), List.of(cell, broken)));
    return root;
  }

  private static Figure figure(String unit, double value, double factor) {
    List<Double> forks = new ArrayList<>();
    for (double noise : new double[] {1, 1.004, 0.997, 1.002, 0.999, 1.001}) {
      forks.add(value * factor * noise);
    }
    return new Figure(value * factor, unit, forks, null);
  }

  private static Map<String, Outcome> outcomes(Compared compared) {
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    compared.cells().get(0).figures().forEach(f -> outcomes.put(f.name(), f.outcome()));
    return outcomes;
  }

  @Test
  void resultFoldersCompareByTheirLedgers() throws IOException {
    Compared compared =
        Comparer.compare(
            ledger("b", 30_000, 1, "6.1", 15), ledger("h", 30_000, 1.1, "6.1", 15), false);

    assertThat(compared.cells()).hasSize(1);
    assertThat(outcomes(compared).get("cpu.client").verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(outcomes(compared).get("alloc.client").verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(outcomes(compared).get("throughput").verdict()).isEqualTo(Verdict.EQUIVALENT);
    assertThat(outcomes(compared).get("cpu.jit")).isNull();
    assertThat(compared.onlyInBase())
        .containsExactly("a.B.call[transport=tls] (invalid: 3 RPCs failed)");
  }

  @Test
  void cpuOfAColdJvmGetsNoVerdict() throws IOException {
    Compared compared =
        Comparer.compare(ledger("b", 400, 1, "6.1", 15), ledger("h", 400, 1.1, "6.1", 15), false);

    assertThat(outcomes(compared).get("cpu.client")).isNull();
    assertThat(outcomes(compared).get("alloc.client").verdict()).isEqualTo(Verdict.REGRESSED);
  }

  @Test
  void unlikeKernelsAndLinksAreRefused() throws IOException {
    Path base = ledger("b", 30_000, 1, "6.1", 15);

    assertThatThrownBy(() -> Comparer.compare(base, ledger("k", 30_000, 1, "6.12", 15), false))
        .hasMessageContaining("kernel 6.1 → 6.12");
    assertThatThrownBy(() -> Comparer.compare(base, ledger("l", 30_000, 1, "6.1", 20), false))
        .hasMessageContaining("link ")
        .hasMessageContaining("owdMillis=15")
        .hasMessageContaining("owdMillis=20");
  }
}
