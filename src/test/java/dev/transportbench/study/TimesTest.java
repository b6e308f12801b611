package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.Series;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

  private static Figure figure(FigureName name, ForkRecord... forks) {
    return Times.of(Series.LATENCY, List.of(forks)).figure(name);
  }

  @ParameterizedTest
  @CsvSource({
    "LATENCY_P50, 20",
    "LATENCY_P90, 100",
    "LATENCY_P95, 200",
    "LATENCY_P99, 1000",
    "LATENCY_P999, 10000"
  })
  void aQuantileNeedsTenBeyondIt(FigureName name, int needed) {
    Figure enough = figure(name, Records.fork(Records.iteration(needed, 20)));
    Figure short1 = figure(name, Records.fork(Records.iteration(needed - 1, 20)));

    assertThat(enough.value()).isCloseTo(20, within(0.05));
    assertThat(short1.value()).isNull();
    assertThat(short1.notAvailable()).isEqualTo("n = " + (needed - 1) + ": needs " + needed);
  }

  @Test
  void quantilesComeFromTheMergedHistogramAndAreNotAveraged() {
    ForkRecord fast = Records.fork(Records.iteration(900, 10), Records.iteration(900, 10));
    ForkRecord slow = Records.fork(Records.iteration(200, 500));

    Figure median = figure(FigureName.LATENCY_P50, fast, slow);
    Figure p99 = figure(FigureName.LATENCY_P99, fast, slow);

    assertThat(median.value()).isCloseTo(10, within(0.05));
    assertThat(median.forks().get(1)).isCloseTo(500, within(1.0));
    // The slow fork alone has too few RPCs for it; together there are enough.
    assertThat(p99.value()).isCloseTo(500, within(1.0));
    assertThat(p99.forks().get(1)).isNull();
    assertThat(figure(FigureName.LATENCY_COUNT, fast, slow).value()).isEqualTo(2000);
    assertThat(figure(FigureName.LATENCY_MAX, fast, slow).value()).isCloseTo(500, within(1.0));
  }

  @Test
  void saysSoWhenNothingWasRecorded() {
    Figure figure = figure(FigureName.LATENCY_MAX, Records.fork());

    assertThat(figure.value()).isNull();
    assertThat(figure.notAvailable()).isEqualTo("not measured by this benchmark");
  }

  @Test
  void theLogHoldsOneTaggedIntervalAForkInNanoseconds() {
    List<Histogram> forks =
        Times.of(
                Series.LATENCY,
                List.of(
                    Records.fork(Records.iteration(5, 10)), Records.fork(Records.iteration(7, 40))))
            .forks();
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    String text =
        LatencyLog.text(
            "key",
            List.of(
                new LatencyLog.Interval(0, start, 9, forks.get(0)),
                new LatencyLog.Interval(2, start.plusSeconds(60), 9, forks.get(1))));

    HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    EncodableHistogram first = reader.nextIntervalHistogram();
    EncodableHistogram second = reader.nextIntervalHistogram();
    assertThat(first.getTag()).isEqualTo("fork0");
    assertThat(second.getTag()).isEqualTo("fork2");
    assertThat(((Histogram) second).getTotalCount()).isEqualTo(7);
    assertThat((double) ((Histogram) second).getMaxValue()).isCloseTo(40_000, within(50.0));
    assertThat(second.getStartTimeStamp()).isEqualTo(start.plusSeconds(60).toEpochMilli());
    assertThat(reader.nextIntervalHistogram()).isNull();
  }
}
