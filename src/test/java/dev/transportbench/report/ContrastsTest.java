package dev.transportbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContrastsTest {
  private static final Ledger.Asked ASKED =
      new Ledger.Asked(
          null,
          null,
          null,
          6,
          "",
          "",
          List.of(
              new Ledger.Contrast("transport", "http2", "http3"),
              new Ledger.Contrast("impairment", "open", "lossy")),
          List.of());

  private static CellRecord cell(String transport, String network, double p50, Status status) {
    Random random = new Random((transport + network).hashCode());
    List<Double> times = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      double time = p50 * Math.exp(0.01 * random.nextGaussian());
      times.add(time);
      rates.add(1e6 / time);
    }
    Map<String, Figure> figures = new LinkedHashMap<>();
    figures.put("latency.p50", new Figure(p50, "us", times, null));
    figures.put("throughput", new Figure(1e6 / p50, "1/s", rates, null));
    figures.put("cpu.process", new Figure(p50, "us", times, null));
    return new CellRecord(
        transport + network,
        "a.B.call",
        "thrpt",
        Map.of(
            "transport", transport,
            "impairment", network,
            "backend", network.equals("clean") ? "veth" : "tun"),
        new CellRecord.LinkRecord(Map.of(), List.of()),
        status,
        null,
        6,
        Map.of(),
        List.of(),
        figures);
  }

  private static List<CellRecord> cells() {
    return List.of(
        cell("http2", "clean", 50, Status.ok),
        cell("http2", "open", 70, Status.ok),
        cell("http2", "lossy", 40_000, Status.ok),
        cell("http3", "clean", 75, Status.ok),
        cell("http3", "open", 70.1, Status.ok),
        cell("http3", "lossy", 30_000, Status.invalid));
  }

  @Test
  void pairsDifferInTheContrastsParameterOnly() {
    List<ReportPage.Contrast> tables = Contrasts.tables(ASKED, cells());

    assertThat(tables)
        .extracting(ReportPage.Contrast::title)
        .containsExactly("transport: http2 → http3", "impairment: open → lossy");
    List<ReportPage.ContrastRow> transports = tables.get(0).rows();
    assertThat(transports)
        .extracting(row -> row.scenario() + "; " + row.figure())
        .containsExactly(
            "backend veth, impairment clean; latency.p50 us",
            "backend tun, impairment open; latency.p50 us",
            "backend veth, impairment clean; throughput 1/s",
            "backend tun, impairment open; throughput 1/s",
            // Not on tun, where a part of the work is the emulator's.
            "backend veth, impairment clean; cpu.process us");
    assertThat(transports.get(0).finding()).isEqualTo("worse");
    assertThat(transports.get(0).effect()).isEqualTo("+1.00");
    assertThat(transports.get(0).interval()).startsWith("+4");
    assertThat(transports.get(1).finding()).isEqualTo("alike");
    assertThat(transports.get(2).finding()).isEqualTo("worse");
  }

  @Test
  void eachArmIsTestedOverTheNetworks() {
    List<ReportPage.Network> rows = Contrasts.networks(ASKED, cells());

    // http3 has two networks left, for which there is the contrast.
    assertThat(rows)
        .extracting(ReportPage.Network::arm)
        .containsExactly("transport http2", "transport http2");
    // Three groups that do not overlap: 12 / (18 · 19) · 6 · (6² + 6²).
    assertThat(rows.get(0).h()).isEqualTo("15.16 (2)");
    assertThat(rows.get(0).p()).isEqualTo("<.001");
    assertThat(rows.get(0).pairs()).isEqualTo("clean < lossy");
    assertThat(rows.get(1).pairs()).isEqualTo("lossy < clean");
  }

  @Test
  void aStudyWithoutContrastsHasNone() {
    assertThat(Contrasts.tables(null, cells())).isEmpty();
    assertThat(Contrasts.networks(null, cells())).isEmpty();
  }
}
