package dev.transportbench.benchmark.trial;

import dev.transportbench.ledger.StackProfile;
import dev.transportbench.profiler.LayersProfiler;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** Samples a cell's stacks in the test's own JVM, as JMH would have a fork do. */
final class Profiled implements AutoCloseable {
  private final LayersProfiler profiler;

  Profiled() throws ProfilerException {
    profiler = new LayersProfiler();
    profiler.beforeIteration(null, iteration(IterationType.MEASUREMENT));
  }

  private static IterationParams iteration(IterationType type) {
    return new IterationParams(type, 1, TimeValue.seconds(1), 1);
  }

  /** CPU, over two windows of some seconds. */
  static StackProfile measure(TrialSettings settings, double seconds) throws Exception {
    try (Profiled profiled = new Profiled();
        Trial trial = Trial.start(settings, Workload.closedLoop())) {
      for (int window = 0; window < 2; window++) {
        trial.beginIteration(true);
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
          trial.completeOne();
        }
        trial.endIteration(true);
      }
      return LayersProfiler.profile();
    }
  }

  @Override
  public void close() {
    profiler.beforeIteration(null, iteration(IterationType.WARMUP));
    LayersProfiler.forget();
  }
}
