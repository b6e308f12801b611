package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.benchmark.trial.Workload;
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
 * <b>Question.</b> What does one request and its response cost on each transport, when {@code
 * concurrency} of them are kept in flight?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar UnaryRpc -p transport=tcp,quic -p concurrency=1 -f 2</pre>
 *
 * <p><b>Expect.</b> On {@code clean}, tens of microseconds and a throughput of concurrency divided
 * by latency; on {@code cellular-firefly}, 30 ms at any transport's median, and a tail that tells
 * them apart.
 *
 * <p><b>What can fool you.</b> It is a closed loop: a slow response delays the next request, so the
 * tail is what <em>this</em> client saw, not what arrivals at a fixed rate would see. At 32 in
 * flight, responses are read and requests sent in batches; see {@code rpc.per.wakeup}. Client and
 * server share one heap, one collector and the machine's cores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public class UnaryRpcBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tcp", "tls", "websocket", "quic", "http3"})
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

  /** {@code auto}, {@code loopback}, {@code veth} or {@code tun}. */
  @Param("auto")
  public String backend;

  /** {@code cubic}, {@code bbr} or {@code reno}; QUIC's are the codec's own. */
  @Param(Axis.Default.CONGESTION)
  public String congestion;

  /** {@code epoll} or {@code nio}. */
  @Param(Axis.Default.IO)
  public String io;

  /** {@code off} or {@code on}: TSO, GSO and GRO for TCP, UDP_SEGMENT and UDP_GRO for QUIC. */
  @Param(Axis.Default.OFFLOAD)
  public String offload;

  /** Connections that the RPCs in flight are spread over. */
  @Param(Axis.Default.CONNECTIONS)
  public String connections;

  /** Flow-control credit at the start, {@code 128KiB} to {@code 1024MiB}. */
  @Param(Axis.Default.FLOW_WINDOW)
  public String flowWindow;

  /** {@code 1.3}, or {@code 1.2} on TCP. */
  @Param(Axis.Default.TLS_VERSION)
  public String tlsVersion;

  private Trial trial;

  @Setup(Level.Trial)
  public void start(BenchmarkParams params) throws Exception {
    trial =
        Trial.start(
            TrialSettings.of(params, transport, payloadBytes, concurrency, impairment, backend),
            Workload.closedLoop());
  }

  @Setup(Level.Iteration)
  public void beginIteration() {
    trial.beginIteration();
  }

  /** Until one more RPC is completed and verified. */
  @Benchmark
  public void call() throws Exception {
    trial.completeOne();
  }

  @TearDown(Level.Iteration)
  public void endIteration(IterationParams iteration) throws Exception {
    trial.endIteration(iteration.getType() == IterationType.MEASUREMENT);
  }

  @TearDown(Level.Trial)
  public void stop() throws Exception {
    trial.close();
  }
}
