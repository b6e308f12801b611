package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exit statuses, and where the text goes. */
class CompareCommandTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Path result(String name, double factor, String version) throws IOException {
    StringBuilder forks = new StringBuilder();
    for (double noise : new double[] {1, 1.004, 0.997, 1.002, 0.999, 1.001}) {
      forks.append(forks.isEmpty() ? "" : ", ").append('[').append(20 * factor * noise).append(']');
    }
    return Files.writeString(
        folder.resolve(name),
        "[{\"benchmark\": \"a.B.c\", \"mode\": \"avgt\", \"vmVersion\": \"%s\", \"primaryMetric\":"
                .formatted(version)
            + " {\"score\": 20, \"scoreUnit\": \"ns/op\", \"rawData\": [%s]}}]".formatted(forks));
  }

  private int run(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    return Main.run(
        words,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @Test
  void oneWhenSomethingRegressed() throws IOException {
    Path base = result("base", 1, "17");
    Path head = result("head", 1.2, "17");

    assertThat(run("compare", base, head)).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("1 figure regressed\n");
    assertThat(run("compare", head, base)).isZero();
    assertThat(run("compare", base, base, "--strict")).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void threeWhenItCannotTellAndMust() throws IOException {
    Path thin =
        Files.writeString(
            folder.resolve("thin"),
            "[{\"benchmark\": \"a.B.c\", \"primaryMetric\": {\"score\": 1, \"scoreUnit\": \"ops/s\"}}]");

    assertThat(run("compare", thin, thin)).isZero();
    assertThat(run("compare", thin, thin, "--strict")).isEqualTo(3);
  }

  @Test
  void unlikeEnvironmentsAreOneLineAndStatusTwoUntilAllowed() throws IOException {
    Path base = result("base", 1, "17");
    Path head = result("head", 1, "25");
    Path to = folder.resolve("out.md");

    assertThat(run("compare", base, head, "--out", to)).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "unlike environments: jdk 17 → 25; allowed: like ones, or --allow-unlike"
                + System.lineSeparator());
    assertThat(to).doesNotExist();
    assertThat(run("compare", base, head, "--allow-unlike", "--format", "markdown", "--out", to))
        .isZero();
    assertThat(to).content().contains("**Unlike**: jdk 17 → 25");
  }

  @Test
  void whatCannotBeWrittenIsBadInput() throws IOException {
    Path base = result("base", 1, "17");

    assertThat(run("compare", base, base, "--out", folder.resolve("no/such/folder/x")))
        .isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot be written; allowed: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cut|[{\"benchmark\": \"a|is cut off at line 1",
        "object|{\"benchmark\": \"a.B.c\"}|is an object, not an array",
        "none|[]|is an empty array",
        "empty||is empty",
        "binary|\u0001\u0002\u0003|is not JSON from line 1 on",
        "zip|PK\u0003\u0004|is compressed (zip)",
        "missing|-|does not exist",
        "folder|/|holds no ledger.json",
        "other|[{\"benchmark\": \"x\", \"primaryMetric\": {\"score\": 1}}]|nothing in common",
      })
  void badInputIsOneLineAndStatusTwoWithNothingWritten(String nameContentProblem)
      throws IOException {
    String[] parts = nameContentProblem.split("\\|", -1);
    Path good = result("good", 1, "17");
    Path bad = folder.resolve(parts[0]);
    if (parts[1].equals("/")) {
      Files.createDirectory(bad);
      Files.writeString(bad.resolve("thesis.txt"), "x");
    } else if (!parts[1].equals("-")) {
      Files.writeString(bad, parts[1]);
    }
    Path to = folder.resolve("out.md");

    for (Path[] sides : new Path[][] {{good, bad}, {bad, good}}) {
      err.reset();
      assertThat(run("compare", sides[0], sides[1], "--format", "html", "--out", to)).isEqualTo(2);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .contains(parts[2], "'" + bad + "'", "; allowed: ")
          .hasLineCount(1);
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(to).doesNotExist();
    try (var files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().endsWith(".partial"))).isEmpty();
    }
  }
}
