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
 * <b>Question.</b> How long does a page of many resources take from nothing, and its first byte,
 * over HTTP/1.1 with six connections, HTTP/2 and HTTP/3 with one, and WebTransport?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar PageBenchmark -p transport=http1-six,http2,http3
 *     -p impairment=wan-50ms,lossy-1pct -f 2</pre>
 *
 * <p><b>Expect.</b> {@code ttfb.*} is the document's first byte, {@code page.*} the whole page,
 * both from the connection's start; an RPC is a page, and {@code latency.*} a resource's, from its
 * request. On {@code wan-50ms} the first byte takes three round trips over TLS 1.3 on TCP, two over
 * QUIC. {@code page.model.rtts} is the least that the whole page can take: 13 round trips over six
 * connections of HTTP/1.1, since each carries nine requests in turn, 10 over HTTP/2 and 9 over
 * HTTP/3, since a window that starts at ten packets must double that often.
 *
 * <p><b>What can fool you.</b> The page is a model ({@code page.txt}: 55 resources, 1,894 KiB, from
 * the HTTP Archive's medians): one server, no cache, no scripts that run, no priorities, and all
 * but the document asked for at once. Each resource is the contract's {@code download}, which is a
 * small POST over HTTP where a browser sends a GET: as many packets. {@code http1-six} opens its
 * six connections at once and waits for all, where a browser asks on the first that is open: with
 * loss its first byte waits for the slowest of six handshakes. The score is no rate: the pauses in
 * which connections are closed are in it. On {@code open} and {@code clean} a page takes what the
 * two ends need to copy it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
public class PageBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"http1-six", "http2", "http3", "webtransport"})
  public String transport;

  /** How each connection begins: {@code full}, {@code resumed} or {@code early-data} (0-RTT). */
  @Param(Axis.Default.HANDSHAKE)
  public String handshake;

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
    PageModel page = PageModel.published();
    trial =
        Trial.start(
            TrialSettings.of(params, transport, impairment, backend)
                .withConcurrency(page.resources().size()),
            Workload.page(page));
  }

  @Setup(Level.Iteration)
  public void beginIteration(IterationParams iteration) {
    trial.beginIteration(iteration.getType() == IterationType.MEASUREMENT);
  }

  /** Until one more page is there and verified. */
  @Benchmark
  public void load() throws Exception {
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
