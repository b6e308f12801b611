package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.Trial;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * What every benchmark of a transport has: one {@link Trial} a fork, with a window for each
 * iteration. A benchmark names its parameters, says what the trial runs, and counts one thing per
 * invocation.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public abstract class TransportBenchmark {
  /**
   * {@code auto}, {@code loopback}, {@code veth}, {@code tun} or {@code netem}: CPU is compared on
   * {@code veth}.
   */
  @Param("auto")
  public String backend;

  private Trial trial;

  /**
   * Starts what this fork measures.
   *
   * @throws dev.transportbench.config.BadInputException naming the parameter, its value and what is
   *     allowed
   */
  protected abstract Trial start(BenchmarkParams params) throws Exception;

  /** Until one more is completed and verified: the whole of an invocation. */
  protected final void completeOne() throws Exception {
    trial.completeOne();
  }

  @Setup(Level.Trial)
  public final void startTrial(BenchmarkParams params) throws Exception {
    trial = start(params);
  }

  @Setup(Level.Iteration)
  public final void beginIteration(IterationParams iteration) {
    trial.beginIteration(iteration.getType() == IterationType.MEASUREMENT);
  }

  @TearDown(Level.Iteration)
  public final void endIteration(IterationParams iteration) throws Exception {
    trial.endIteration(iteration.getType() == IterationType.MEASUREMENT);
  }

  @TearDown(Level.Trial)
  public final void stopTrial() throws Exception {
    trial.close();
  }
}
