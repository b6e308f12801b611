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

  /** Hands over an iteration's figures, from the benchmark's tear-down of that iteration. */
  public static synchronized void publish(IterationRecord iteration) {
    pending = iteration;
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
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    IterationRecord record = take();
    List<Result<?>> results = new ArrayList<>();
    if (record == null) {
      return results;
    }
    if (record.latencyHistogram() != null) {
      results.add(new LatencyResult(record.latencyHistogram()));
    }
    record
        .readings()
        .forEach(
            (name, reading) -> {
              if (reading.value() != null && !isOfHistogram(name)) {
                results.add(
                    new ScalarResult(
                        name.label(), reading.value(), name.unit(), AggregationPolicy.AVG));
              }
            });
    return results;
  }

  /** Those come from the merged histogram. */
  private static boolean isOfHistogram(FigureName name) {
    return name.label().startsWith("latency.");
  }
}
