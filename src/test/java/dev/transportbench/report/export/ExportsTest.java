package dev.transportbench.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.report.Ledgers;
import dev.transportbench.stats.Direction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exports against golden files. To accept a change on purpose, run with {@code -Dgolden.update=1}
 * and read the difference.
 */
class ExportsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/dev/transportbench/report/export");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One of each kind, so that golden files stay short. */
  private static final Set<String> FIGURES =
      Set.of("latency.p50", "latency.p99", "throughput", "cpu.client.mean", "wire.bytes.up");

  @TempDir Path folder;

  private static Ledger ledger() {
    Ledger sample = Ledgers.sample();
    List<CellRecord> cells =
        sample.cells().stream()
            .filter(cell -> Set.of("tcp", "tls").contains(cell.params().get("transport")))
            .map(
                cell ->
                    new CellRecord(
                        cell.key(),
                        cell.benchmark(),
                        cell.mode(),
                        cell.params(),
                        cell.link(),
                        cell.status(),
                        cell.why(),
                        cell.forks(),
                        cell.terms(),
                        cell.forkEnvironments(),
                        some(cell.figures())))
            .toList();
    return new Ledger(1, sample.study(), sample.question(), null, Map.of(), cells);
  }

  private static <V> Map<String, V> some(Map<String, V> figures) {
    Map<String, V> some = new LinkedHashMap<>(figures);
    some.keySet().retainAll(FIGURES);
    return some;
  }

  private static void assertGolden(String name, String actual) throws IOException {
    if (System.getProperty("golden.update") != null) {
      Files.createDirectories(GOLDEN);
      Files.writeString(GOLDEN.resolve(name), actual);
    }
    assertThat(actual).isEqualTo(Files.readString(GOLDEN.resolve(name)));
  }

  @Test
  void csv() throws IOException {
    assertGolden("sample.csv", Exports.csv(ledger()));
  }

  /** Its schema: names to measures, measures to a value and at most two bounds. */
  @Test
  void bencher() throws IOException {
    String text = Exports.bencher(ledger());
    assertGolden("bencher.json", text);
    JsonNode all = JSON.readTree(text);
    assertThat(all).hasSize(4);
    for (JsonNode benchmark : all) {
      assertThat(benchmark.has("latency-p50-us")).isTrue();
      benchmark
          .properties()
          .forEach(
              measure -> {
                assertThat(measure.getKey()).matches("[a-z0-9-]{1,64}");
                double value = measure.getValue().get("value").doubleValue();
                assertThat(measure.getValue().get("lower_value").doubleValue())
                    .isLessThanOrEqualTo(value);
                assertThat(measure.getValue().get("upper_value").doubleValue())
                    .isGreaterThanOrEqualTo(value);
              });
    }
  }

  @Test
  void githubAction() throws IOException {
    String smaller = Exports.githubAction(ledger(), Direction.LOWER_IS_BETTER);
    String bigger = Exports.githubAction(ledger(), Direction.HIGHER_IS_BETTER);
    assertGolden("github-smaller.json", smaller);
    assertGolden("github-bigger.json", bigger);
    for (JsonNode entry : JSON.readTree(smaller)) {
      assertThat(entry.get("name").isTextual()).isTrue();
      assertThat(entry.get("unit").isTextual()).isTrue();
      assertThat(entry.get("value").isNumber()).isTrue();
    }
    assertThat(smaller).doesNotContain("throughput");
    assertThat(JSON.readTree(bigger)).hasSize(4);
  }

  @Test
  void jmh() throws IOException {
    Files.writeString(
        folder.resolve("jmh.json"),
        "[{\"jmhVersion\": \"1.37\", \"benchmark\": \"a.B.c\", \"mode\": \"thrpt\", \"params\":"
            + " {\"impairment\": \"netem:delay 15ms loss 1%\", \"transport\": \"tcp\"},"
            + " \"primaryMetric\": {\"score\": 20.5, \"scoreError\": \"NaN\", \"scoreUnit\":"
            + " \"ops/s\", \"rawData\": [[20, 21]]}, \"secondaryMetrics\": {}}]");

    assertGolden("jmh.json", Exports.jmh(folder));
  }

  @Test
  void whatIsNoResultIsBadInput() throws IOException {
    assertThatThrownBy(() -> Exports.jmh(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("holds no jmh.json; allowed: ");
    Files.writeString(folder.resolve("jmh.json"), "[{");
    assertThatThrownBy(() -> Exports.jmh(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is no JSON; allowed: ");
  }
}
