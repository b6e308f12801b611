package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.OpenLoop;
import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
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
 * <b>Question.</b> What do small RPCs take while a stream of messages runs on the same connection,
 * and how soon does what one device sends reach the three devices of another member? That is what
 * the application of the study {@code firefly} does.
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar MixedBenchmark -p transport=websocket,webtransport \
 *     -p connections=30 -p impairment=cellular-firefly -f 1</pre>
 *
 * <p><b>Expect.</b> {@code latency.*} and {@code response.*} of the RPCs (receipts and
 * acknowledgements of 128 B, key exchanges of 512), {@code message.up} and {@code .down} of the
 * stream, {@code push.*} of each arrival at a device: two one-way delays. Under loss all on one TCP
 * connection wait for each other; on QUIC each RPC, the stream and the pushes have streams of their
 * own.
 *
 * <p><b>What can fool you.</b> Figures per RPC divide by all three kinds together: an RPC, a
 * message there and back, a push's arrival. Over many connections little is under way on each:
 * their number decides how much waits behind a lost packet. A push is the sender's message and
 * three of the server's: with one member (three connections) it comes back to the sender's own
 * devices. The sizes are this suite's choice among the study's; the study does not say which is
 * whose. The generator's bounds and {@code spin} are those of {@link OpenLoopBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public class MixedBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tls", "websocket", "quic", "webtransport"})
  public String transport;

  /** {@code constant}, {@code poisson}, or {@code firefly}: in step with a tick of 10 ms. */
  @Param("constant")
  public String arrivals;

  /** RPCs per second, over all connections. */
  @Param("200")
  public String rate;

  /** Of the RPCs, bytes each way, by weight. */
  @Param("128:2+512:1")
  public String payloads;

  /** Messages per second, over all connections. */
  @Param("200")
  public String messageRate;

  /** Pushes per second, over all connections; each reaches three. */
  @Param("50")
  public String pushRate;

  /** Of a message or a push. */
  @Param("512")
  public String payloadBytes;

  /** {@code on}: looks at the clock between sends instead of sleeping. */
  @Param("off")
  public String spin;

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

  /** Devices, three for each member: a connection each. */
  @Param("6")
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
    TrialSettings settings = TrialSettings.of(params, transport, impairment, backend);
    trial = Trial.start(settings, OpenLoop.all(settings));
  }

  @Setup(Level.Iteration)
  public void beginIteration(IterationParams iteration) {
    trial.beginIteration(iteration.getType() == IterationType.MEASUREMENT);
  }

  /** Until one more has arrived and is verified. */
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
