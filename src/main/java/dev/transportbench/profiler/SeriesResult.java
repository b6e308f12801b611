package dev.transportbench.profiler;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Quantiles;
import dev.transportbench.ledger.Series;
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
 * A series of times as JMH carries it: the histogram itself, which merges over iterations and
 * forks; its own score is the number of times, its derivatives are the quantiles that this number
 * allows. Quantiles are never averaged.
 */
final class SeriesResult extends Result<SeriesResult> {
  private static final long serialVersionUID = 1L;

  private final Series series;
  private final String encoded;

  SeriesResult(Series series, String encoded) {
    this(series, encoded, Quantiles.decode(encoded));
  }

  private SeriesResult(Series series, String encoded, Histogram histogram) {
    super(
        ResultRole.SECONDARY,
        count(series).label(),
        of(histogram.getTotalCount()),
        count(series).unit(),
        AggregationPolicy.SUM);
    this.series = series;
    this.encoded = encoded;
  }

  @Override
  protected Aggregator<SeriesResult> getThreadAggregator() {
    return SeriesResult::merge;
  }

  @Override
  protected Aggregator<SeriesResult> getIterationAggregator() {
    return SeriesResult::merge;
  }

  private static FigureName count(Series series) {
    return FigureName.ofLabel(series.label() + ".n");
  }

  private static SeriesResult merge(Collection<SeriesResult> results) {
    Histogram merged = null;
    for (SeriesResult result : results) {
      Histogram histogram = Quantiles.decode(result.encoded);
      if (merged == null) {
        merged = histogram;
      } else {
        merged.add(histogram);
      }
    }
    return new SeriesResult(results.iterator().next().series, Quantiles.encode(merged));
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  protected Collection<? extends Result> getDerivativeResults() {
    List<Result<?>> derived = new ArrayList<>();
    Quantiles.of(series, Quantiles.decode(encoded))
        .forEach(
            (name, reading) -> {
              if (reading.value() != null && name != count(series)) {
                derived.add(
                    new ScalarDerivativeResult(
                        name.label(), reading.value(), name.unit(), AggregationPolicy.AVG));
              }
            });
    return derived;
  }
}
