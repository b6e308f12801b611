package dev.transportbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Ledger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedTablesTest {
  private static Ledger.Asked asked(Ledger.Published... published) {
    return new Ledger.Asked(
        null, null, null, 1, "1", "1", List.of(), List.of(), null, List.of(published));
  }

  private static CellRecord cell(String transport, String concurrency, Object... figures) {
    Map<String, Figure> all = new LinkedHashMap<>();
    for (int i = 0; i < figures.length; i += 2) {
      all.put(
          (String) figures[i],
          figures[i + 1] instanceof String why
              ? new Figure(null, "us", List.of(), why)
              : new Figure(((Number) figures[i + 1]).doubleValue(), "us", List.of(), null));
    }
    return new CellRecord(
        transport + concurrency,
        "x.UnaryRpcBenchmark.call",
        "thrpt",
        Map.of("transport", transport, "concurrency", concurrency),
        null,
        CellRecord.Status.ok,
        null,
        1,
        Map.of(),
        List.of(),
        all);
  }

  @Test
  void standsBesideWhatWasPredictedAndMeasured() {
    Ledger.Asked asked =
        asked(
            new Ledger.Published(
                Map.of("transport", "tcp"), null, "latency.p99", 258_740.0, "a paper", "the knee"));
    List<CellRecord> cells =
        List.of(
            cell("tcp", "1", "latency.p99", 262_000, "latency.model.p99", 260_000),
            cell("tcp", "32", "latency.p99", 92_000, "latency.model.p99", "no model: busy"),
            cell("quic", "1", "latency.p99", 90_000));

    List<ReportPage.PublishedRow> rows = PublishedTables.of(asked, cells);

    assertThat(rows)
        .containsExactly(
            new ReportPage.PublishedRow(
                "latency.p99",
                "transport tcp, concurrency 1",
                "258.74 ms",
                "260.00 ms",
                "262.00 ms",
                "+1.3 %",
                "+0.8 %",
                "a paper: the knee"),
            new ReportPage.PublishedRow(
                "latency.p99",
                "transport tcp, concurrency 32",
                "258.74 ms",
                "no model: busy",
                "92.00 ms",
                "-64.4 %",
                "–",
                "a paper: the knee"));
  }

  @Test
  void aChangeIsComputedBetweenCellsThatAreAlikeOtherwise() {
    Ledger.Asked asked =
        asked(
            new Ledger.Published(
                Map.of("transport", "quic"),
                Map.of("transport", "tcp"),
                "latency.p50",
                -35.5,
                null,
                null));
    List<CellRecord> cells =
        List.of(
            cell("tcp", "1", "latency.p50", 200),
            cell("tcp", "32", "latency.p50", 400),
            cell("quic", "1", "latency.p50", 150),
            cell("quic", "32", "latency.p50", 500));

    List<ReportPage.PublishedRow> rows = PublishedTables.of(asked, cells);

    assertThat(rows)
        .extracting(ReportPage.PublishedRow::ours)
        .containsExactly("-25.0 %", "+25.0 %");
    assertThat(rows).extracting(ReportPage.PublishedRow::published).containsOnly("-35.5 %");
    assertThat(rows.get(0).where())
        .isEqualTo("transport quic, concurrency 1 against transport tcp");
  }

  @Test
  void whatIsNotThereIsSaid() {
    Ledger.Asked asked =
        asked(
            new Ledger.Published(
                Map.of("transport", "http3"), null, "latency.p50", null, null, "n"));

    assertThat(PublishedTables.of(asked, List.of()))
        .containsExactly(
            new ReportPage.PublishedRow(
                "latency.p50", "transport http3", "–", "–", "no such cell here", "–", "–", "n"));
    assertThat(PublishedTables.of(null, List.of())).isEmpty();
  }
}
