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
 * <b>Question.</b> What does an RPC take on each transport when RPCs arrive at a rate of their own,
 * as those of many independent users do, instead of when the last one was answered?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar OpenLoop -p transport=tcp -p rate=5000 -f 1
 * java -jar target/benchmarks.jar OpenLoop -p transport=websocket,webtransport -p arrivals=firefly \
 *     -p rate=90 -p connections=1500 -p payloads=128+256+512+1024 -p impairment=cellular-firefly
 * </pre>
 *
 * <p><b>Expect.</b> A score that is the rate. {@code latency.*} from the moment when an RPC was
 * sent, {@code response.*} from the moment when it was meant to be: equal but for {@code
 * send.lag.*}, some 50 µs of a sleeping thread's waking. A server that stalls shows in the response
 * time of every RPC that was due meanwhile.
 *
 * <p><b>What can fool you.</b> The generator is one thread, and the client. A cell whose generator
 * sent less than 99 % of what was due, or worked for more than 95 % of the time, is invalid and
 * says so; below that its lag is in {@code response.*} and not the server's. Gaps below 100 µs are
 * shorter than a sleep is exact: {@code spin=on} keeps the schedule to a few µs by looking at the
 * clock all the time, which costs a core: {@code cpu.client} is then the clock's, and {@code
 * cpu.client.spin} says how much. With two cores the server and the emulator want the other one.
 * Over many connections each has its turn: at 90/s each of 1,500 sends once in 17 s, so that an
 * iteration that is shorter has not seen them all. HTTP/1.1 opens 256 connections; {@code
 * http1-six} has six, and RPCs beyond wait, which is in their latency.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public class OpenLoopBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tcp", "tls", "websocket", "quic", "http3"})
  public String transport;

  /** {@code constant}, {@code poisson}, or {@code firefly}: in step with a tick of 10 ms. */
  @Param("constant")
  public String arrivals;

  /** RPCs per second, over all connections. */
  @Param("1000")
  public String rate;

  /** Bytes each way, by weight: {@code 128:2+1024:1} sends two of 128 for one of 1,024. */
  @Param("1024")
  public String payloads;

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

  /** Connections that take turns. */
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
    TrialSettings settings = TrialSettings.of(params, transport, impairment, backend);
    trial = Trial.start(settings, OpenLoop.of(settings));
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
