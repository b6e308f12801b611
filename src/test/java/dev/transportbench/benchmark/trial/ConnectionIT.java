package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static dev.transportbench.benchmark.trial.TrialCells.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Quantiles;
import dev.transportbench.ledger.Series;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionIT {
  private static final double RTT_MICROS = 50_000;

  private static final double MOST_OF_A_ROUND_TRIP = 0.7;
  private static final double TOLERANCE = 1.1;
  private static final int TRIES = 3;

  /** More than stay open together. */
  private static final int MORE_THAN_A_BATCH = 40;

  private static TrialSettings cell(String transport, String... values) {
    Map<String, String> params = new TreeMap<>();
    params.put("transport", transport);
    params.put("payloadBytes", "128");
    params.put("impairment", "clean");
    params.put("backend", "veth");
    for (String value : values) {
      params.put(value.split("=")[0], value.split("=")[1]);
    }
    return settings(params).withConcurrency(1);
  }

  private record Measured(
      IterationRecord figures, Map<String, String> terms, List<String> violations) {}

  private static Measured measure(TrialSettings settings, int connections) throws Exception {
    try (Trial trial = Trial.start(settings, Workload.connections())) {
      trial.beginIteration(true);
      for (int i = 0; i < connections; i++) {
        trial.completeOne();
      }
      trial.endIteration(true);
      return new Measured(trial.iterations().get(0), trial.terms(), trial.violations());
    }
  }

  private static double quickestMicros(IterationRecord found) {
    return Quantiles.decode(found.histograms().get(Series.TTFB)).getMinValue() / 1e3;
  }

  private static double medianMicros(IterationRecord found, Series series) {
    Histogram times = Quantiles.decode(found.histograms().get(series));
    assertThat(times.getTotalCount()).isPositive();
    return times.getValueAtPercentile(50) / 1e3;
  }

  /** The same for the medians, as published: for a machine that is not busy with anything else. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "tcp, 1.3, full, 2",
    "tls, 1.3, full, 3",
    "tls, 1.3, resumed, 3",
    "tls, 1.2, full, 4",
    "tls, 1.2, resumed, 3",
    "quic, 1.3, full, 2",
    "quic, 1.3, resumed, 2",
    "quic-incubator, 1.3, full, 2",
    "http3, 1.3, full, 2",
    "http3, 1.3, resumed, 2",
    "http3-alt-svc, 1.3, full, 5",
    "quic, 1.3, early-data, 1",
    "quic-incubator, 1.3, early-data, 1",
  })
  void mediansAreWithinATenthOfTheModel(
      String transport, String tlsVersion, String handshake, int roundTrips) throws Exception {
    Measured found =
        measure(
            cell(
                transport,
                "impairment=wan-50ms",
                "backend=tun",
                "tlsVersion=" + tlsVersion,
                "handshake=" + handshake),
            50);
    assertThat(found.violations).isEmpty();
    assertThat(value(found.figures, FigureName.TTFB_MODEL_RTTS)).isEqualTo(roundTrips);
    assertThat(value(found.figures, FigureName.TTFB_RTTS))
        .isBetween((double) roundTrips, TOLERANCE * roundTrips);
  }

  /** What the link imposes: a whole round trip more or less would show on any machine. */
  @ParameterizedTest
  @CsvSource({
    // connect, handshake, call
    "tls, 1.2, full, 4",
    // handshake, call
    "http3, 1.3, full, 2",
    "quic, 1.3, resumed, 2",
    // call
    "quic, 1.3, early-data, 1",
    "quic-incubator, 1.3, early-data, 1",
    // connect, handshake, the call whose response tells; handshake, call
    "http3-alt-svc, 1.3, full, 5",
  })
  void theFirstByteComesWhenTheModelSays(
      String transport, String tlsVersion, String handshake, int roundTrips) throws Exception {
    Measured found = null;
    double measured = Double.MAX_VALUE;
    // Of the quickest; a busy machine gets three tries.
    for (int i = 0; i < TRIES && measured > roundTrips + MOST_OF_A_ROUND_TRIP; i++) {
      found =
          measure(
              cell(
                  transport,
                  "impairment=wan-50ms",
                  "backend=tun",
                  "tlsVersion=" + tlsVersion,
                  "handshake=" + handshake),
              9);
      assertThat(found.violations).isEmpty();
      measured = quickestMicros(found.figures) / RTT_MICROS;
    }
    IterationRecord figures = found.figures;
    assertThat(measured).isBetween((double) roundTrips, roundTrips + MOST_OF_A_ROUND_TRIP);
    assertThat(value(figures, FigureName.TTFB_RTTS)).isGreaterThanOrEqualTo(roundTrips);
    assertThat(value(figures, FigureName.TTFB_MODEL_RTTS)).isEqualTo(roundTrips);
    assertThat(value(figures, FigureName.TTFB_MODEL)).isEqualTo(roundTrips * RTT_MICROS);
    assertThat(medianMicros(figures, Series.CONNECT))
        .isGreaterThanOrEqualTo((roundTrips - 1) * RTT_MICROS);
    if (transport.equals("tcp")) {
      assertThat(Quantiles.decode(figures.histograms().get(Series.HANDSHAKE)).getTotalCount())
          .isZero();
    } else {
      assertThat(found.terms.get("client.tls.handshake")).isEqualTo(handshake);
      assertThat(found.terms.get("server.tls.handshake")).isEqualTo(handshake);
      double handshakeRtts = tlsVersion.equals("1.2") && handshake.equals("full") ? 2 : 1;
      assertThat(medianMicros(figures, Series.HANDSHAKE))
          .isGreaterThanOrEqualTo(0.99 * handshakeRtts * RTT_MICROS);
    }
  }

  /** A hand count: SYN, SYN-ACK, ACK; a segment each way; a reset, and an ACK at most a segment. */
  @Test
  void aConnectionIsCountedByItself() throws Exception {
    Measured found = measure(cell("tcp"), MORE_THAN_A_BATCH);
    assertThat(found.violations).isEmpty();
    assertThat(value(found.figures, FigureName.RPC_COMPLETED)).isEqualTo(MORE_THAN_A_BATCH);
    assertThat(value(found.figures, FigureName.CONNECTIONS)).isEqualTo(MORE_THAN_A_BATCH);
    assertThat(value(found.figures, FigureName.WIRE_PACKETS_UP)).isBetween(4.0, 5.1);
    assertThat(value(found.figures, FigureName.WIRE_PACKETS_DOWN)).isBetween(2.0, 3.1);
    assertThat(medianMicros(found.figures, Series.TTLB))
        .isGreaterThanOrEqualTo(medianMicros(found.figures, Series.TTFB))
        .isGreaterThan(medianMicros(found.figures, Series.CONNECT));
  }

  /** Of a response of a megabyte the last byte comes well after the first. */
  @ParameterizedTest
  @CsvSource({"tls", "http1", "quic", "http3"})
  void theFirstByteIsNotTheLast(String transport) throws Exception {
    Measured found =
        measure(
            cell(transport, "payloadBytes=1048576", "impairment=netem:rate 100mbit", "backend=tun"),
            2);
    assertThat(found.violations).isEmpty();
    double toFirst = medianMicros(found.figures, Series.TTFB);
    double toLast = medianMicros(found.figures, Series.TTLB);
    // 1 MiB at 100 Mbit/s takes 84 ms, each way.
    assertThat(toFirst).isGreaterThan(80_000);
    assertThat(toLast - toFirst).isGreaterThan(70_000);
  }
}
