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
 * <b>Question.</b> How fast is one long transfer, down or up, how does it start, and what does a
 * GiB of it cost in CPU, by congestion control?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar BulkBenchmark -p transport=http2,http3
 *     -p congestion=cubic,bbr -p impairment=wan-50ms -f 2</pre>
 *
 * <p><b>Expect.</b> Each iteration is one transfer on a new connection, slow start and all: {@code
 * transfer.bytes.3s} of its first three seconds, {@code transfer.rate.steady} of the time after,
 * the bytes of each tenth of a second in the fork's record, CPU as {@code cpu.process.per.gib}.
 * QUIC takes more CPU for each byte, and is ahead only where a lost packet is what TCP waits for.
 * On a clean link the rate is the machine's.
 *
 * <p><b>What can fool you.</b> A message of the contract is at most 4 MiB, so that the transfer is
 * a sequence of parts of {@code payloadBytes}, {@code concurrency} of them asked for ahead: the
 * sender never waits for a request as long as those are more than rate times round trip. {@code
 * http1} opens as many connections, and with one in flight pauses for a round trip after each part.
 * Over HTTP a part is a POST here, too. {@code congestion} is read back from TCP's sockets; of
 * QUIC's codecs it is known only as set, and none of them paces its packets, so that their {@code
 * bbr} is not the kernel's. Bytes of an upload are counted when a part is acknowledged. An
 * iteration below four seconds has no steady rate.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 1, time = 3)
@Measurement(iterations = 3, time = 10)
public class BulkBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tls", "http2", "quic", "http3"})
  public String transport;

  /** {@code download}, {@code upload}; or {@code echo}, both at once. */
  @Param({"download", "upload"})
  public String method;

  /** Of one part. */
  @Param("262144")
  public int payloadBytes;

  /** Parts asked for ahead. */
  @Param("16")
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

  /** Flow-control credit at the start, {@code 128KiB} to {@code 1024MiB}. */
  @Param(Axis.Default.FLOW_WINDOW)
  public String flowWindow;

  /** {@code 1.3}, or {@code 1.2} on TCP. */
  @Param(Axis.Default.TLS_VERSION)
  public String tlsVersion;

  private Trial trial;

  @Setup(Level.Trial)
  public void start(BenchmarkParams params) throws Exception {
    TrialSettings settings =
        TrialSettings.of(params, transport, payloadBytes, concurrency, impairment, backend);
    trial = Trial.start(settings, Workload.bulk(settings, method));
  }

  @Setup(Level.Iteration)
  public void beginIteration(IterationParams iteration) {
    trial.beginIteration(iteration.getType() == IterationType.MEASUREMENT);
  }

  /** Until one more part has come and is verified. */
  @Benchmark
  public void transfer() throws Exception {
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
