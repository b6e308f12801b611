package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no result is refused in one line. */
class BadFilesTest extends OddFiles {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"benchmark\": \"a.B.c\", \"primaryMetric\": {\"score\": 1,|is cut off at line 1",
        "{\"benchmark\": \"a.B.c\"}|is an object, not an array",
        "[]|is an empty array",
        "|is empty",
        "  |is empty",
        "\u0000\u0001\u0002\uFFFE|is not JSON from line 1 on",
        "PK\u0003\u0004|is compressed (zip)",
        "\u0028\u00B5\u002F\u00FD|is not JSON from line 1 on",
        "\"text\"|is not an array",
        "7|is not an array",
        "<html></html>|is not JSON from line 1 on",
        "Benchmark  Mode  Cnt  Score|is not JSON from line 1 on",
        "\"Benchmark\",\"Mode\",\"Threads\"|is not an array",
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

  private String refusal(byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("bad.json"), content);
    try {
      Comparer.compare(file, file, false);
      return "read";
    } catch (BadInputException e) {
      assertThat(e.getMessage()).doesNotContain("\n", "\r", "\t");
      return e.getMessage().replace("'" + file + "' ", "").replaceFirst("; allowed: .*", "");
    }
  }

  @Test
  void whatIsCompressedIsCalledSo() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("[]".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(refusal(bytes.toByteArray())).isEqualTo("is compressed (gzip)");
    assertThat(refusal(new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 4}))
        .isEqualTo("is compressed (zstd)");
  }

  @Test
  void anyBytesAreRefusedInOneLine() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);

      assertThat(refusal(bytes)).isNotEqualTo("read");
    }
  }

  @Test
  void aSpoiledFileIsReadOrRefusedInOneLine() throws IOException {
    byte[] whole =
        JmhText.file(
                JmhText.entry(
                    "a.B.c",
                    "thrpt",
                    Map.of("p", "x"),
                    JmhText.metric("ops/s", SIX),
                    JmhText.secondary("·gc.count", "counts", SIX)))
            .getBytes(StandardCharsets.UTF_8);
    Random random = new Random(2);
    for (int i = 0; i < 150; i++) {
      byte[] spoiled = whole.clone();
      for (int place = 1 + random.nextInt(3); place > 0; place--) {
        spoiled[random.nextInt(spoiled.length)] =
            (byte) "[]{},:\"0e-\\ \u0000n".charAt(random.nextInt(14));
      }

      assertThat(refusal(spoiled)).isNotNull();
    }
  }

  @Test
  void deeperAndLongerThanAnyResult() throws IOException {
    String none = "holds a number, a text or a nesting that no result of JMH has";

    assertThat(refusal("[".repeat(100_000).getBytes(StandardCharsets.UTF_8))).isEqualTo(none);
    assertThat(refusal(("[" + "1".repeat(100_000)).getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(none);
  }

  @Test
  void aFolderWithSomeoneElsesLedger() throws IOException {
    for (String ledger : List.of("", "{", "[]", "{}", "null", "{\"cells\": 5}")) {
      Path other = Files.createDirectories(folder.resolve("other"));
      Files.writeString(other.resolve("ledger.json"), ledger);

      assertThatThrownBy(() -> Comparer.compare(other, other, false))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("'" + other + "' holds a ledger.json ")
          .hasMessageContaining("; allowed: a folder that a run has written")
          .hasMessageNotContaining("\n");
    }
  }
}
