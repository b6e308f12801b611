package dev.transportbench.profiler;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.StackProfile;
import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * {@code -prof layers}: which layer an RPC's CPU time went to, by sampled stacks; {@code -prof
 * layers:flame=PATH} writes flame graphs to {@code PATH.cpu.html}, {@code PATH.alloc.html} and
 * {@code PATH.native.html} too. Sampling costs time: a fork with this profiler is good for shares
 * and for nothing else.
 *
 * <p>JMH's hooks only say that the next iteration is a measured one. Sampling begins and ends where
 * the benchmark's own window does ({@link #begin}, {@link #end}), since JMH tears a trial down
 * before its last hook.
 */
public final class LayersProfiler implements InternalProfiler, ExternalProfiler {
  private static final String FLAME = "flame=";

  private static StackSampler sampler;
  private static boolean measured;
  private static String trouble;
  private static Map<String, Double> pending = Map.of();

  private final String flame;

  public LayersProfiler() throws ProfilerException {
    this("");
  }

  /**
   * @param options {@code flame=PATH} or nothing
   * @throws ProfilerException for anything else
   */
  public LayersProfiler(String options) throws ProfilerException {
    if (!options.isEmpty() && !options.startsWith(FLAME)) {
      throw new ProfilerException(
          "-prof layers: '%s' is unknown; allowed: nothing, or flame=PATH".formatted(options));
    }
    flame = options.isEmpty() ? null : options.substring(FLAME.length());
  }

  @Override
  public String getDescription() {
    return "CPU and allocation by layer, by async-profiler; spoils the fork's times";
  }

  /**
   * Libraries stay on disk, where their symbols are read; compiled code tells where it is between
   * safepoints too.
   */
  @Override
  public Collection<String> addJVMOptions(BenchmarkParams benchmark) {
    return List.of(
        "-Dio.netty.native.deleteLibAfterLoading=false",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+DebugNonSafepoints");
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams benchmark) {
    return List.of();
  }

  @Override
  public void beforeTrial(BenchmarkParams benchmark) {}

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  public Collection<? extends Result> afterTrial(
      BenchmarkResult result, long pid, File stdOut, File stdErr) {
    return List.of();
  }

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    synchronized (LayersProfiler.class) {
      if (sampler == null && trouble == null) {
        try {
          sampler = StackSampler.load(flame);
        } catch (IllegalStateException e) {
          trouble = e.getMessage();
        }
      }
      measured = iteration.getType() == IterationType.MEASUREMENT;
      pending = Map.of();
    }
  }

  /** Starts sampling when this iteration is to be sampled; from the benchmark's set-up of it. */
  public static synchronized void begin() {
    if (sampler == null || !measured) {
      return;
    }
    try {
      sampler.start();
    } catch (IllegalStateException e) {
      trouble = e.getMessage();
      sampler = null;
    }
  }

  /** Ends what {@link #begin} started; from the benchmark's tear-down of the iteration. */
  public static synchronized void end(IterationRecord iteration) {
    if (sampler == null || !measured) {
      return;
    }
    Reading completed = iteration.readings().get(FigureName.RPC_COMPLETED);
    try {
      sampler.stop(completed.value().longValue());
    } catch (IllegalStateException e) {
      trouble = e.getMessage();
      sampler = null;
      return;
    }
    pending = micros(sampler.cpu(), iteration.readings());
  }

  /** What was sampled in this process; null when nothing was to be. */
  public static synchronized StackProfile profile() {
    if (trouble != null) {
      return StackProfile.none(trouble);
    }
    return sampler == null ? null : sampler.profile();
  }

  /** For a process that samples several trials: the next begins anew. */
  public static synchronized void forget() {
    sampler = null;
    trouble = null;
    pending = Map.of();
  }

  /** {@code cpu.layer.SIDE.LAYER} of what is measured by thread, split by shares. */
  private static Map<String, Double> micros(
      Map<String, StackProfile.Shares> shares, Map<FigureName, Reading> readings) {
    Map<String, Double> micros = new TreeMap<>();
    shares.forEach(
        (side, ofSide) -> {
          Reading cpu = readings.get(FigureName.ofLabel("cpu." + side));
          if (cpu != null && cpu.value() != null) {
            ofSide
                .layers()
                .forEach(
                    (layer, share) -> {
                      double part = share * cpu.value();
                      micros.merge(StackProfile.figure(layer), part, Double::sum);
                      if (StackProfile.SIDES.contains(side)) {
                        micros.put(StackProfile.figure(side, layer), part);
                      }
                    });
          }
        });
    return micros;
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    List<Result<?>> results = new ArrayList<>();
    synchronized (LayersProfiler.class) {
      pending.forEach(
          (name, value) ->
              results.add(
                  new ScalarResult(
                      name, value, FigureName.CPU_PROCESS.unit(), AggregationPolicy.AVG)));
      pending = Map.of();
    }
    return results;
  }
}
