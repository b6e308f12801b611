package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static dev.transportbench.benchmark.trial.TrialCells.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.ledger.OverTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkIT {
  private static final double LINK_BYTES_PER_SECOND = 20e6 / 8;
  private static final int PART_BYTES = 65_536;
  private static final int SECONDS = 5;

  @TempDir Path folder;

  /** No transfer is faster than its link, and none that a window limits comes near it. */
  @ParameterizedTest
  @CsvSource({
    "http2, download, bbr, socket",
    "quic, download, cubic, setting",
    "tls, upload, cubic, socket"
  })
  void aLongTransferFillsItsLink(
      String transport, String method, String congestion, String congestionFrom) throws Exception {
    Map<String, String> params = new TreeMap<>();
    params.put("transport", transport);
    params.put("method", method);
    params.put("payloadBytes", String.valueOf(PART_BYTES));
    params.put("concurrency", "16");
    params.put("congestion", congestion);
    params.put("impairment", "netem:delay 5ms rate 20mbit");
    params.put("backend", "tun");
    TrialSettings settings = settings(params);
    Path record = folder.resolve("record.json");
    IterationRecord found;
    System.setProperty(ForkRecords.RECORD_PROPERTY, record.toString());
    try (Trial trial = Trial.start(settings, Workload.bulk(settings, method))) {
      trial.beginIteration(true);
      long end = System.nanoTime() + SECONDS * 1_000_000_000L;
      while (System.nanoTime() < end) {
        trial.completeOne();
      }
      trial.endIteration(true);
      assertThat(trial.violations()).isEmpty();
      for (String side : new String[] {"client.", "server."}) {
        assertThat(trial.terms())
            .containsEntry(side + "congestion", congestion)
            .containsEntry(side + "congestion.from", congestionFrom);
      }
      found = trial.iterations().get(0);
      assertThat(value(found, FigureName.TRANSFER_BYTES_3S))
          .isBetween(0.5 * 3 * LINK_BYTES_PER_SECOND, 3.1 * LINK_BYTES_PER_SECOND);
      assertThat(value(found, FigureName.TRANSFER_RATE_STEADY))
          .isBetween(0.5 * LINK_BYTES_PER_SECOND / 1e6, 1.05 * LINK_BYTES_PER_SECOND / 1e6);
      assertThat(value(found, FigureName.GOODPUT))
          .isBetween(0.5 * LINK_BYTES_PER_SECOND / 1e6, LINK_BYTES_PER_SECOND / 1e6);
      double gibs = value(found, FigureName.RPC_COMPLETED) * PART_BYTES / (1 << 30);
      assertThat(value(found, FigureName.CPU_PROCESS_PER_GIB) * gibs)
          .isCloseTo(
              value(found, FigureName.CPU_PROCESS) * value(found, FigureName.RPC_COMPLETED),
              org.assertj.core.api.Assertions.withinPercentage(0.1));
    } finally {
      System.clearProperty(ForkRecords.RECORD_PROPERTY);
    }
    assertBytesOverTime(
        LedgerJson.read(record, ForkRecord.class), value(found, FigureName.TRANSFER_BYTES_3S));
  }

  /** What the report draws adds up to the figure. */
  private static void assertBytesOverTime(ForkRecord record, double bytesInThreeSeconds) {
    Map<?, ?> transfers = (Map<?, ?>) record.environment().get(OverTime.NAME);
    assertThat(transfers).hasSize(1);
    Map<?, ?> first = (Map<?, ?>) transfers.get("transfer 1");
    assertThat(first.get("unit")).isEqualTo("B");
    assertThat(first.get("stepMillis")).isEqualTo(100);
    long bytes =
        ((List<?>) first.get("values"))
            .stream().limit(30).mapToLong(each -> ((Number) each).longValue()).sum();
    assertThat((double) bytes).isEqualTo(bytesInThreeSeconds);
  }
}
