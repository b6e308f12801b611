package dev.transportbench.report.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.report.Ledgers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final List<String> CELL = List.of("transport=tcp", "concurrency=32");

  @TempDir Path folder;

  private Path store() {
    return folder.resolve("history.jsonl");
  }

  private static Ledger run(int day, double perSecond) {
    Ledger sample = Ledgers.sample();
    return new Ledger(
        sample.schemaVersion(),
        sample.study(),
        sample.question(),
        sample.asked(),
        Map.of(
            "startUtc",
            "2026-01-%02dT00:00:00Z".formatted(day),
            "commit",
            "c0ffee%02d90".formatted(day),
            "jdk",
            day < 10 ? "17" : "25"),
        List.of(
            Ledgers.ok("tcp", "clean", "veth", "32", perSecond, 1, Map.of()),
            Ledgers.ok("tls", "clean", "veth", "32", perSecond, 1, Map.of())));
  }

  private static List<String> drawn(
      List<HistoryStore.Line> store, List<String> words, String figure) {
    return HistoryText.lines(HistorySeries.of(store, words, figure));
  }

  @Test
  void drawsASeriesAndWhereItChanged() throws IOException {
    for (int day : new int[] {2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}) {
      assertThat(HistoryStore.add(run(day, (day < 7 ? 1000 : 800) + day % 3), store()))
          .isEqualTo(2);
    }

    List<String> lines = drawn(HistoryStore.read(store()), CELL, "throughput");

    assertThat(lines).hasSize(14);
    assertThat(lines.get(1)).contains("throughput 1/s");
    assertThat(lines.get(2)).contains("2026-01-01", "c0ffee01", "1,001");
    assertThat(lines).filteredOn(line -> line.contains("changed by")).hasSize(1);
    assertThat(lines.get(8)).contains("2026-01-07", "801", "changed by -20.0 % (p 0.0");
    assertThat(lines.get(11)).contains("another machine: 25, unknown, unknown");
    assertThat(lines.get(12)).doesNotContain("another machine");
    String page =
        HistoryPage.html(HistorySeries.of(HistoryStore.read(store()), CELL, "throughput"));
    assertThat(page.split("<circle", -1)).hasSize(13);
    assertThat(page.split("<line class=\"changed\"", -1)).hasSize(2);
    assertThat(page)
        .contains("changed by -20.0 % (p 0.0", "another machine: 25", "over 12 runs")
        .doesNotContain("<script", "http");
  }

  @Test
  void aRunIsAddedOnce() throws IOException {
    HistoryStore.add(run(1, 1000), store());
    String before = Files.readString(store());

    assertThatThrownBy(() -> HistoryStore.add(run(1, 1000), store()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("already; allowed: a run that is not");
    assertThat(store()).hasContent(before);
  }

  @Test
  void whatCannotBeShownIsOneLine() throws IOException {
    HistoryStore.add(run(1, 1000), store());
    List<HistoryStore.Line> lines = HistoryStore.read(store());

    assertThatThrownBy(() -> drawn(lines, List.of("concurrency=32"), "throughput"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("CELL: 'concurrency=32' names 2 cells: ");
    assertThatThrownBy(() -> drawn(lines, CELL, "nothing"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--figure: 'nothing' is in no run of this cell");
    assertThat(drawn(lines, CELL, "throughput")).endsWith("no change can be told before 6 runs");
    Files.writeString(store(), "{\"run\": 1}\n");
    assertThatThrownBy(() -> HistoryStore.read(store()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 1 is no cell of a run; allowed: ");
  }
}
