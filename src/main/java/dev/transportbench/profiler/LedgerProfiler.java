package dev.transportbench.profiler;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Publishes as JMH's secondary results what the benchmark's own state measured. It measures nothing
 * itself: JMH runs a trial's tear-down before the last {@code afterIteration}, when the server's
 * threads are gone already. Part of every run; needs no {@code -prof}.
 */
public final class LedgerProfiler implements InternalProfiler {
  private static IterationRecord pending;
  private static final List<Result<?>> pendingFigures = new ArrayList<>();

  /** Hands over an iteration's figures, from the benchmark's tear-down of that iteration. */
  public static synchronized void publish(IterationRecord iteration) {
    pending = iteration;
  }

  /** Hands over one more figure of an iteration; over iterations its mean is shown. */
  public static synchronized void publish(String name, double value, String unit) {
    pendingFigures.add(new ScalarResult(name, value, unit, AggregationPolicy.AVG));
  }

  private static synchronized List<Result<?>> takeFigures() {
    List<Result<?>> taken = new ArrayList<>(pendingFigures);
    pendingFigures.clear();
    return taken;
  }

  private static synchronized IterationRecord take() {
    IterationRecord taken = pending;
    pending = null;
    return taken;
  }

  @Override
  public String getDescription() {
    return "latency, CPU, allocation and wire figures per RPC";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    take();
    takeFigures();
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    IterationRecord record = take();
    List<Result<?>> results = takeFigures();
    if (record == null) {
      return results;
    }
    record
        .histograms()
        .forEach((series, encoded) -> results.add(new SeriesResult(series, encoded)));
    record
        .readings()
        .forEach(
            (name, reading) -> {
              if (reading.value() != null && name.total() != FigureName.Total.HISTOGRAM) {
                results.add(
                    new ScalarResult(
                        name.label(), reading.value(), name.unit(), AggregationPolicy.AVG));
              }
            });
    return results;
  }
}
