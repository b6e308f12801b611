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
 * <b>Question.</b> What does it cost to open a connection: until an RPC can be sent on it, until
 * the first and the last byte of the first response; with a full handshake, a resumed one, and
 * 0-RTT?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar ConnectionBenchmark -p transport=tls,quic
 *     -p handshake=full,resumed -p impairment=wan-50ms -f 1</pre>
 *
 * <p><b>Expect.</b> On {@code wan-50ms} times by the round trip: {@code ttfb.rtts} is 3 for TLS 1.3
 * on TCP, 4 for a full handshake of TLS 1.2, 2 for QUIC, 1 for QUIC's 0-RTT, and stands beside
 * {@code ttfb.model.rtts}, what the protocols say. On {@code clean} a millisecond or so, most of it
 * the certificate's signature and check; {@code resumed} saves those and, but for TLS 1.2, no round
 * trip.
 *
 * <p><b>What can fool you.</b> The score is no rate that a server could reach: connections are
 * opened one at a time, and the pauses in which they are closed, 32 at once, are in it. The first
 * 200 connections are opened on the open link and thrown away, yet code that runs once a connection
 * stays colder than code that runs once an RPC. Both ends share the machine: the server's signature
 * is in the client's time, as it is in life. A first response longer than ten packets takes another
 * round trip, by the initial window. The handshake's time of {@code tcp}, which has none, is not
 * available.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public class ConnectionBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tls", "http2", "websocket", "quic", "http3", "webtransport"})
  public String transport;

  /** How each connection begins: {@code full}, {@code resumed} or {@code early-data} (0-RTT). */
  @Param(Axis.Default.HANDSHAKE)
  public String handshake;

  /** Application payload of the one RPC, each way. */
  @Param("128")
  public int payloadBytes;

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
    trial =
        Trial.start(
            TrialSettings.of(params, transport, payloadBytes, 1, impairment, backend),
            Workload.connections());
  }

  @Setup(Level.Iteration)
  public void beginIteration(IterationParams iteration) {
    trial.beginIteration(iteration.getType() == IterationType.MEASUREMENT);
  }

  /** Until one more connection's first RPC is completed and verified. */
  @Benchmark
  public void open() throws Exception {
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
