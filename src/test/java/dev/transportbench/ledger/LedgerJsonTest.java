package dev.transportbench.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerJsonTest {
  @TempDir Path folder;

  @Test
  void aLedgerSurvivesTheRoundTrip() throws IOException {
    CellRecord cell =
        new CellRecord(
            "x.Y.z[a=1]",
            "x.Y.z",
            "thrpt",
            Map.of("a", "1"),
            new CellRecord.LinkRecord(Map.of("up", Map.of("loss", 0.01)), List.of(Map.of())),
            CellRecord.Status.invalid,
            "why not",
            2,
            Map.of("client.congestion", "cubic"),
            List.of(Map.of("steal", 0.5), Map.of()),
            Map.of(
                "cpu.client", new Figure(1.5, "us", Arrays.asList(1.0, null), null),
                "cpu.link", new Figure(null, "us", List.of(), "no emulator")));
    Ledger ledger =
        new Ledger(
            Ledger.SCHEMA_VERSION,
            "quick",
            "what?",
            new Ledger.Asked(
                null,
                "source",
                null,
                2,
                "1 × 1 s",
                "2 × 2 s",
                List.of(new Ledger.Contrast("transport", "tcp", "tls")),
                List.of(new Ledger.LeftOut("key", "why"))),
            Map.of("cores", 2),
            List.of(cell));
    Path file = folder.resolve("ledger.json");

    LedgerJson.write(file, ledger);

    assertThat(LedgerJson.read(file, Ledger.class)).isEqualTo(ledger);
    assertThat(Files.readString(file))
        .contains("\"status\" : \"invalid\"")
        .contains("[ 1.0, null ]");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aForkRecordNamesFiguresByTheirLabels() throws IOException {
    IterationRecord iteration =
        new IterationRecord(
            2.0,
            Map.of(
                FigureName.CPU_CLIENT, Reading.of(1.5),
                FigureName.CPU_LINK, Reading.notAvailable("no emulator")),
            Map.of(Series.LATENCY, "aGlzdG9ncmFt"));
    ForkRecord record =
        new ForkRecord(
            "x.Y.z",
            Map.of("a", "1"),
            List.of(iteration),
            Map.of(),
            Map.of(),
            List.of(),
            Map.of(),
            Map.of());
    Path file = folder.resolve("fork.json");

    LedgerJson.write(file, record);

    assertThat(LedgerJson.read(file, ForkRecord.class)).isEqualTo(record);
    assertThat(Files.readString(file)).contains("\"cpu.client\"").doesNotContain("CPU_CLIENT");
  }

  @Test
  void everyLabelIsUniqueAndFound() {
    for (FigureName name : FigureName.values()) {
      assertThat(FigureName.ofLabel(name.label())).isSameAs(name);
    }
  }

  @Test
  void aFieldOfALaterVersionIsPassedOver() throws IOException {
    Reading reading = LedgerJson.parse("{\"value\": 2, \"later\": true}", Reading.class);

    assertThat(reading).isEqualTo(Reading.of(2));
  }

  @Test
  void contentThatFailsHalfWayLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = folder.resolve("report.html");
    LedgerJson.writeText(file, "old");

    assertThatThrownBy(
            () ->
                LedgerJson.writeText(
                    file,
                    out -> {
                      out.write("half");
                      throw new IOException("no more");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("no more");

    assertThat(file).hasContent("old");
    assertThat(folder.toFile().list()).containsExactly("report.html");
  }
}
