package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.benchmark.trial.Workload;
import dev.transportbench.config.BadInputException;
import dev.transportbench.profiler.RunningProfiler;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
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
 * <b>Question.</b> What does each profiler of this suite add to one RPC while it is on?
 *
 * <p>The same cell with none, and with each in all iterations. The study {@code profilers} runs
 * them by turns; its contrasts against {@code off} are the answer.
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar ProfilerCost -p profiler=off,cpu -p concurrency=1 -f 3</pre>
 *
 * <p><b>Expect.</b> Microseconds per RPC on one in flight from any that samples; {@code syscalls}
 * costs each system call of the machine a fraction of one.
 *
 * <p><b>What can fool you.</b> An interrupt for a sample costs more in a virtual machine than on
 * metal. What a profiler costs when it starts and stops is outside the window. {@code off} still
 * has what is always on: the threads' own counters, read twice an iteration.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(6)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class ProfilerCostBenchmark {
  /** {@code off}, {@code cpu}, {@code heap}, {@code native} or {@code syscalls}. */
  @Param({"off", "cpu", "heap", "native", "syscalls"})
  public String profiler;

  /** The cheapest RPC shows a cost best. */
  @Param("tcp")
  public String transport;

  /** Application payload, each way. */
  @Param("1024")
  public int payloadBytes;

  /** RPCs kept in flight. */
  @Param({"1", "32"})
  public int concurrency;

  /** A link profile's name or path. */
  @Param("clean")
  public String impairment;

  /**
   * {@code auto}, {@code loopback}, {@code veth} or {@code tun}: CPU is compared on {@code veth}.
   */
  @Param("auto")
  public String backend;

  private Trial trial;
  private RunningProfiler running;

  @Setup(Level.Trial)
  public void start(BenchmarkParams params) throws Exception {
    try {
      RunningProfiler.check(profiler);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(e.getMessage());
    }
    trial =
        Trial.start(
            TrialSettings.of(params, transport, payloadBytes, concurrency, impairment, backend),
            Workload.closedLoop());
  }

  @Setup(Level.Iteration)
  public void beginIteration() {
    running = RunningProfiler.start(profiler);
    // As a measured one: what counts in other iterations only would disturb these.
    trial.beginIteration(true);
  }

  /** Until one more RPC is completed and verified. */
  @Benchmark
  public void call() throws Exception {
    trial.completeOne();
  }

  @TearDown(Level.Iteration)
  public void endIteration(IterationParams iteration) throws Exception {
    trial.endIteration(iteration.getType() == IterationType.MEASUREMENT);
    running.close();
  }

  @TearDown(Level.Trial)
  public void stop() throws Exception {
    trial.close();
  }
}
