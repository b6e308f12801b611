package dev.transportbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reports against golden files. To accept a change on purpose, run with {@code -Dgolden.update=1}
 * and read the difference.
 */
class ReportTest {
  private static final Path GOLDEN = Path.of("src/test/resources/dev/transportbench/report");

  @TempDir Path folder;

  private static void assertGolden(String name, String actual) throws IOException {
    if (System.getProperty("golden.update") != null) {
      Files.writeString(GOLDEN.resolve(name), actual);
    }
    try (InputStream golden = Files.newInputStream(GOLDEN.resolve(name))) {
      assertThat(actual).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void thePage() throws IOException {
    assertGolden("sample.md", ReportWriter.markdown(Ledgers.sample()));
  }

  @Test
  void theTerminalsTable() throws IOException {
    assertGolden("sample.txt", String.join("\n", TerminalTable.lines(Ledgers.sample())) + "\n");
  }

  @Test
  void thePageIsTheSameFromTheFileAsFromMemory() throws IOException {
    LedgerJson.write(folder.resolve("ledger.json"), Ledgers.sample());

    Ledger read = ResultFolder.readLedger(folder);

    assertThat(ReportWriter.markdown(read)).isEqualTo(ReportWriter.markdown(Ledgers.sample()));
  }

  @Test
  void saysWhenForksDisagreeAndWhenTheHostTookTime() {
    CellRecord cell = Ledgers.ok("tcp", "clean", "veth", "1", 24_000, 1, Map.of());
    Map<String, Figure> figures = new LinkedHashMap<>(cell.figures());
    figures.put("latency.p50", new Figure(45.0, "us", List.of(40.0, 51.0), null));
    CellRecord disturbed =
        new CellRecord(
            cell.key(),
            cell.benchmark(),
            cell.mode(),
            cell.params(),
            cell.link(),
            cell.status(),
            null,
            2,
            cell.terms(),
            List.of(Map.of("stealPercent", 0.1), Map.of("stealPercent", 7.25)),
            figures);
    Ledger sample = Ledgers.sample();
    List<CellRecord> cells = List.of(disturbed);
    Ledger ledger = new Ledger(1, "s", "q", sample.asked(), sample.environment(), cells);
    CellGroups groups = new CellGroups(cells);

    assertThat(MachineWarnings.of(ledger, groups))
        .containsExactly(
            "machine: the host took more than 2 % of the CPU time from 1 of 2 forks, up to 7.3 %",
            "forks disagree: " + groups.name(disturbed) + ": medians from 40.0 to 51.0 us");
  }

  @Test
  void saysWhenCpuDoesNotAddUp() {
    CellRecord cell = Ledgers.ok("tcp", "clean", "veth", "1", 24_000, 1, Map.of());
    Map<String, Figure> figures = new LinkedHashMap<>(cell.figures());
    figures.put("cpu.other", new Figure(3.0, "us", List.of(), null));
    CellRecord off =
        new CellRecord(
            cell.key(),
            cell.benchmark(),
            cell.mode(),
            cell.params(),
            new CellRecord.LinkRecord(Map.of(), List.of()),
            cell.status(),
            null,
            2,
            Map.of(),
            List.of(),
            figures);
    Ledger ledger = new Ledger(1, "s", "q", null, Map.of(), List.of(off));

    assertThat(Warnings.of(ledger, new CellGroups(ledger.cells())))
        .containsExactly(
            "CPU does not add up: tcp on clean (veth): the parts are 25.8 us, the process 22.9 us");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.0005, 0.000500",
    "0.123, 0.12",
    "7, 7",
    "9.256, 9.26",
    "12.34, 12.3",
    "123.4, 123",
    "'1234567.8', '1,234,568'"
  })
  void numbersKeepThreeDigits(double value, String text) {
    assertThat(Numbers.text(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"schemaVersion\": 1, | holds a ledger.json that is no ledger, from line 1 on",
        "[] | holds a ledger.json that is no ledger, from line 1 on",
        "{} | holds a ledger.json without cells",
        "null | holds a ledger.json without cells",
        "{\"schemaVersion\": 99, \"cells\": []} | holds a ledger of schema version 99, and this "
            + "version reads 1",
      })
  void refusesWhatIsNoLedger(String content, String problem) throws IOException {
    Files.writeString(folder.resolve("ledger.json"), content);

    assertThatThrownBy(() -> ResultFolder.readLedger(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "DIR: '" + folder + "' " + problem + "; allowed: a folder that a run has written");
  }

  @Test
  void refusesAFolderThatIsNotThere() {
    assertThatThrownBy(() -> ResultFolder.readLedger(folder.resolve("none")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("does not exist");
  }
}
