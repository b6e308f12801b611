package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.run(args, stream(out), stream(err));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** {@code @} stands for the test's folder. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run | Missing required parameter: 'STUDY'",
        "run nope | study: 'nope' is unknown; allowed: ",
        "run @/nope.yaml | nope.yaml' does not exist; allowed: ",
        "run @ | is a folder; allowed: ",
        "run @/empty.yaml | empty.yaml:1: the file is empty; allowed: fields and values",
        "run @/binary.yaml | allowed: ",
        "run @/bad.yaml | bad.yaml:2: forks: 'x' is not a whole number; allowed: ",
        "run quick --seed x | Invalid value for option '--seed': 'x' is not a long",
        "run quick --nope | Unknown option: '--nope'",
        "run quick extra | Unmatched argument at index 2: 'extra'",
        "report | Missing required parameter: 'DIR'",
        "report @/none | none' does not exist; allowed: a folder that a run has written",
        "report @/bad.yaml | is not a folder; allowed: a folder that a run has written",
        "report @ | holds no ledger.json; allowed: a folder that a run has written",
        "compare @/none @ | none' does not exist; allowed: a file of JMH's JSON, or a folder that a run",
        "compare @ @ | holds no ledger.json; allowed: ",
        "compare @/empty.yaml @/empty.yaml | is empty; allowed: JMH's JSON, an array of results",
        "compare @/binary.yaml @/binary.yaml --out @/x | is not JSON from line 1 on; allowed: ",
        "compare @/bad.yaml @/bad.yaml --out @/x | is an object, not an array; allowed: ",
        "compare @ | Missing required parameter: 'HEAD'",
        "compare @ @ --format pdf | Invalid value for option '--format'",
        "doctor --nope | Unknown option: '--nope'",
        "rum quick | [rum, quick]: no benchmark matches; allowed: ",
        "-t 2 Unary | -t: '2' asks for several threads; allowed: -t 1",
        "-t max Unary | -t: 'max' asks for several threads; allowed: -t 1",
        "-opi 5 Unary | -opi: would make JMH's score another than the RPCs completed; allowed: none",
        "-bs 10 Unary | -bs: would make JMH's score another than the RPCs completed; allowed: none",
        "-tg 1,1 Unary | -tg: '…' asks for several threads; allowed: -t 1",
        "--nope | is not a recognized option; allowed: JMH's options",
      })
  void badInputIsOneLineAndStatusTwoAndWritesNothing(String line, String message)
      throws IOException {
    Files.writeString(folder.resolve("empty.yaml"), "");
    Files.write(folder.resolve("binary.yaml"), new byte[] {0, (byte) 0xff, 7, (byte) 0xc3});
    Files.writeString(
        folder.resolve("bad.yaml"),
        "{question: q, benchmarks: [x], measurement: {iterations: 1, time: 1s},\n forks: x}");
    long before = files();

    int status = run(line.replace("@", folder.toString()).split(" "));

    assertThat(err.toString(StandardCharsets.UTF_8)).contains(message).containsOnlyOnce("\n");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(status).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(files()).isEqualTo(before);
  }

  private long files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.count();
    }
  }

  @Test
  void withoutArgumentsItNamesBothWays() {
    assertThat(run()).isEqualTo(ExitStatus.OK);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("VERB").contains("JMH's own");
  }

  @ParameterizedTest
  @CsvSource({"--help", "help", "run --help", "report --help", "compare --help", "doctor --help"})
  void helpIsNoError(String line) {
    assertThat(run(line.split(" "))).isEqualTo(ExitStatus.OK);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Usage: ");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void doctorSaysForEachThingThatIsMissingWhatFollowsAndHowToGetIt() {
    int status = run("doctor", "--json");

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\"quickRunsWhole\":" + (status == ExitStatus.OK))
        .contains("\"what\":\"JDK\"");
    assertThat(Doctor.examine())
        .filteredOn(finding -> finding.verdict() != Finding.Verdict.ok)
        .allSatisfy(
            finding -> {
              assertThat(finding.missing()).isNotBlank();
              assertThat(finding.remedy()).isNotBlank();
            });
  }
}
