package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static dev.transportbench.benchmark.trial.TrialCells.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.benchmark.PageModel;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Quantiles;
import dev.transportbench.ledger.Series;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageIT {
  private static final int RESOURCES = 55;
  private static final long PAGE_BYTES = 1894 << 10;
  private static final double RTT_MICROS = 50_000;
  private static final double MOST_OF_A_ROUND_TRIP = 0.7;
  private static final int TRIES = 3;
  private static final int PAGES = 2;

  private record Measured(IterationRecord figures, Map<String, String> terms) {
    double quickestRoundTrips(Series series) {
      return Quantiles.decode(figures.histograms().get(series)).getMinValue() / 1e3 / RTT_MICROS;
    }
  }

  private static Measured measure(String transport, String congestion, int pages) throws Exception {
    PageModel page = PageModel.published();
    Map<String, String> params = new TreeMap<>();
    params.put("transport", transport);
    params.put("congestion", congestion);
    params.put("impairment", "wan-50ms");
    params.put("backend", "tun");
    TrialSettings settings = settings(params).withConcurrency(page.resources().size());
    try (Trial trial = Trial.start(settings, Workload.page(page))) {
      trial.beginIteration(true);
      for (int i = 0; i < pages; i++) {
        trial.completeOne();
      }
      trial.endIteration(true);
      assertThat(trial.violations()).isEmpty();
      return new Measured(trial.iterations().get(0), trial.terms());
    }
  }

  /**
   * Every byte of the page passes, once, over as many new connections as browsers open; its first
   * byte comes when the handshakes allow, and its last not before slow start does.
   */
  @ParameterizedTest
  @CsvSource({"http1-six, bbr, socket, 6, 3, 13", "http3, cubic, setting, 1, 2, 9"})
  void aPageIsCountedByHand(
      String transport,
      String congestion,
      String congestionFrom,
      int connections,
      int firstByte,
      int least)
      throws Exception {
    Measured found = measure(transport, congestion, PAGES);
    // Of the quickest; a busy machine gets three tries.
    for (int i = 1;
        i < TRIES && found.quickestRoundTrips(Series.TTFB) > firstByte + MOST_OF_A_ROUND_TRIP;
        i++) {
      found = measure(transport, congestion, PAGES);
    }
    IterationRecord figures = found.figures;
    assertThat(value(figures, FigureName.RPC_COMPLETED)).isEqualTo(PAGES);
    assertThat(value(figures, FigureName.CONNECTIONS)).isEqualTo(PAGES * connections);
    assertThat(value(figures, FigureName.LATENCY_COUNT)).isEqualTo(PAGES * RESOURCES);
    assertThat(value(figures, FigureName.PAGE_COUNT)).isEqualTo(PAGES);
    // Headers of packets and of the protocols take some 6 percent.
    assertThat(value(figures, FigureName.WIRE_BYTES_DOWN))
        .isBetween((double) PAGE_BYTES, 1.15 * PAGE_BYTES);
    for (String side : new String[] {"client.", "server."}) {
      assertThat(found.terms)
          .containsEntry(side + "congestion", congestion)
          .containsEntry(side + "congestion.from", congestionFrom);
    }
    assertThat(value(figures, FigureName.TTFB_MODEL_RTTS)).isEqualTo(firstByte);
    assertThat(found.quickestRoundTrips(Series.TTFB))
        .isBetween((double) firstByte, firstByte + MOST_OF_A_ROUND_TRIP);
    assertThat(value(figures, FigureName.PAGE_MODEL_RTTS)).isEqualTo(least);
    assertThat(value(figures, FigureName.PAGE_MODEL)).isEqualTo(least * RTT_MICROS);
    assertThat(found.quickestRoundTrips(Series.PAGE)).isGreaterThanOrEqualTo(least);
  }

  /** The medians: for a machine that is not busy with anything else. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "http1-six, cubic, 3, 13",
    "http1-six, bbr, 3, 13",
    "http2, cubic, 3, 10",
    "http2, bbr, 3, 10",
    "http3, cubic, 2, 9",
    "http3, bbr, 2, 9",
    "webtransport, cubic, 3, 10"
  })
  void mediansAreAtTheModelOrAbove(String transport, String congestion, int firstByte, int least)
      throws Exception {
    IterationRecord figures = measure(transport, congestion, 20).figures;
    assertThat(value(figures, FigureName.TTFB_RTTS)).isBetween((double) firstByte, 1.1 * firstByte);
    assertThat(value(figures, FigureName.PAGE_MODEL_RTTS)).isEqualTo(least);
    assertThat(value(figures, FigureName.PAGE_RTTS)).isBetween((double) least, 2.0 * least);
  }
}
