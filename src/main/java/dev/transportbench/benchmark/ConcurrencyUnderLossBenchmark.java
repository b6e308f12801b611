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
 * <b>Question.</b> Head-of-line blocking as such: with several RPCs in flight on one connection,
 * how many that lost nothing themselves wait for another's lost packet, and how long, as loss
 * grows?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>
 * java -jar target/benchmarks.jar ConcurrencyUnderLoss -p transport=tls,quic -p concurrency=4 \
 *     -p 'impairment=netem:delay 15ms,netem:delay 15ms loss 1%' -f 1</pre>
 *
 * <p><b>Expect.</b> {@code loss.victim} of none with one RPC in flight, and of none on QUIC, whose
 * streams do not wait for each other; on one TCP connection more with each RPC in flight, and
 * {@code latency.victim.*} of a round trip and a half at least: a retransmission must pass first.
 * {@code latency.loss.*} has own losses and others' together.
 *
 * <p><b>What can fool you.</b> Whose a lost packet was is found out from the emulator's log of
 * packets, on {@code tun} only ({@code docs/ledger.md}); what stays unclear is {@code
 * loss.ambiguous}, and in no series: with more in flight there is more of it. The congestion window
 * falls with each loss, and RPCs that wait for it were held up by no lost byte: they are slow on
 * QUIC, too. {@code http2} is one TCP connection whatever its streams are called.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public class ConcurrencyUnderLossBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tls", "http2", "quic", "http3"})
  public String transport;

  /** Application payload, each way. */
  @Param("1024")
  public int payloadBytes;

  /** RPCs kept in flight. */
  @Param({"1", "4", "8"})
  public int concurrency;

  /** A link profile's name or path. */
  @Param({
    "netem:delay 15ms",
    "netem:delay 15ms loss 0.5%",
    "netem:delay 15ms loss 1%",
    "netem:delay 15ms loss 2%"
  })
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
  public void beginIteration(IterationParams iteration) {
    trial.beginIteration(iteration.getType() == IterationType.MEASUREMENT);
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
