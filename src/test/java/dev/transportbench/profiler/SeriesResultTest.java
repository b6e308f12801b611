package dev.transportbench.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.Quantiles;
import dev.transportbench.ledger.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.Result;

class SeriesResultTest {

  private static SeriesResult of(int count, long nanos) {
    Histogram histogram = new Histogram(1, 60_000_000_000L, 3);
    histogram.recordValueWithCount(nanos, count);
    return new SeriesResult(Series.LATENCY, Quantiles.encode(histogram));
  }

  private static Map<String, Double> derived(SeriesResult result) {
    Map<String, Double> scores = new TreeMap<>();
    for (Result<?> derived : new ArrayList<Result<?>>(cast(result))) {
      scores.put(derived.getLabel(), derived.getScore());
    }
    return scores;
  }

  @SuppressWarnings("unchecked")
  private static List<Result<?>> cast(SeriesResult result) {
    return (List<Result<?>>) (List<?>) new ArrayList<>(result.getDerivativeResults());
  }

  @Test
  void mergesTheHistogramsInsteadOfAveragingQuantiles() {
    // 99 fast iterations' worth in one, one slow in the other: averaged, p99 would be 500.
    SeriesResult merged =
        of(9_990, 1_000)
            .getIterationAggregator()
            .aggregate(List.of(of(9_990, 1_000), of(10, 999_000)));
    assertThat(merged.getScore()).isEqualTo(10_000);
    assertThat(derived(merged).get("latency.p99")).isEqualTo(1.0);
    assertThat(derived(merged).get("latency.max")).isBetween(999.0, 1000.0);
  }

  @Test
  void hasTheQuantilesThatItsSizeAllows() {
    assertThat(derived(of(100, 1_000)).keySet())
        .containsExactly("latency.max", "latency.p50", "latency.p90");
    assertThat(derived(of(10_000, 1_000)).keySet())
        .containsExactly(
            "latency.max",
            "latency.p50",
            "latency.p90",
            "latency.p95",
            "latency.p99",
            "latency.p999");
  }
}
