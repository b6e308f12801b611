package dev.transportbench.profiler;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Quantiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarDerivativeResult;

/**
 * Latency as JMH carries it: the histogram itself, which merges over iterations and forks; its own
 * score is the number of RPCs, its derivatives are the quantiles that this number allows. Quantiles
 * are never averaged.
 */
final class LatencyResult extends Result<LatencyResult> {
  private static final long serialVersionUID = 1L;

  private final String encoded;

  LatencyResult(String encoded) {
    this(encoded, Quantiles.decode(encoded));
  }

  private LatencyResult(String encoded, Histogram histogram) {
    super(
        ResultRole.SECONDARY,
        FigureName.LATENCY_COUNT.label(),
        of(histogram.getTotalCount()),
        FigureName.LATENCY_COUNT.unit(),
        AggregationPolicy.SUM);
    this.encoded = encoded;
  }

  @Override
  protected Aggregator<LatencyResult> getThreadAggregator() {
    return LatencyResult::merge;
  }

  @Override
  protected Aggregator<LatencyResult> getIterationAggregator() {
    return LatencyResult::merge;
  }

  private static LatencyResult merge(Collection<LatencyResult> results) {
    Histogram merged = null;
    for (LatencyResult result : results) {
      Histogram histogram = Quantiles.decode(result.encoded);
      if (merged == null) {
        merged = histogram;
      } else {
        merged.add(histogram);
      }
    }
    return new LatencyResult(Quantiles.encode(merged));
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  protected Collection<? extends Result> getDerivativeResults() {
    List<Result<?>> derived = new ArrayList<>();
    Quantiles.of(Quantiles.decode(encoded))
        .forEach(
            (name, reading) -> {
              if (reading.value() != null) {
                derived.add(
                    new ScalarDerivativeResult(
                        name.label(), reading.value(), name.unit(), AggregationPolicy.AVG));
              }
            });
    return derived;
  }
}
