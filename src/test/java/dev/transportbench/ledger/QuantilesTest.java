package dev.transportbench.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class QuantilesTest {

  /** 1, 2, …, count µs. */
  private static Histogram counting(int count) {
    Histogram nanos = new Histogram(1, 60_000_000_000L, 3);
    for (int i = 1; i <= count; i++) {
      nanos.recordValue(i * 1000L);
    }
    return nanos;
  }

  @Test
  void knownValues() {
    var readings = Quantiles.of(Series.LATENCY, counting(10_000));
    assertThat(readings.get(FigureName.LATENCY_P50).value()).isBetween(5000.0, 5005.0);
    assertThat(readings.get(FigureName.LATENCY_P90).value()).isBetween(9000.0, 9009.0);
    assertThat(readings.get(FigureName.LATENCY_P99).value()).isBetween(9900.0, 9910.0);
    assertThat(readings.get(FigureName.LATENCY_P999).value()).isBetween(9990.0, 10_000.0);
    assertThat(readings.get(FigureName.LATENCY_MAX).value()).isBetween(10_000.0, 10_010.0);
  }

  @Test
  void publishedOnlyWithTenValuesAbove() {
    var readings = Quantiles.of(Series.LATENCY, counting(999));
    assertThat(readings.get(FigureName.LATENCY_P95).value()).isNotNull();
    assertThat(readings.get(FigureName.LATENCY_P99).value()).isNull();
    assertThat(readings.get(FigureName.LATENCY_P99).notAvailable())
        .isEqualTo("n = 999: needs 1000");
    assertThat(Quantiles.of(Series.LATENCY, counting(1000)).get(FigureName.LATENCY_P99).value())
        .isNotNull();
    assertThat(Quantiles.of(Series.LATENCY, counting(19)).get(FigureName.LATENCY_P50).value())
        .isNull();
    assertThat(Quantiles.of(Series.LATENCY, counting(0)).get(FigureName.LATENCY_MAX).notAvailable())
        .isEqualTo("n = 0");
  }

  @Test
  void encodingKeepsTheValues() {
    Histogram before = counting(1234);
    assertThat(Quantiles.decode(Quantiles.encode(before))).isEqualTo(before);
  }
}
