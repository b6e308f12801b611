package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.benchmark.trial.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * <b>Question.</b> What does each layer of a stack add to one RPC, in CPU, bytes on the wire and
 * heap: TLS above TCP; HTTP/1.1, HTTP/2 and WebSocket above TLS; HTTP/3 above QUIC; WebTransport
 * above HTTP/3?
 *
 * <p>Each transport carries the same message over the same clean link; what a layer adds is the
 * difference to the transport below it, whose code it runs on top of. The study {@code stack} runs
 * all of them by turns and its report has the waterfall.
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar Stack -p transport=tcp,tls,websocket -f 3</pre>
 *
 * <p><b>Expect.</b> TLS adds 44 bytes a round trip, a record of 22 each way; WebSocket takes the
 * length prefix's place and adds 8; each layer adds microseconds, and of HTTP/3 and WebTransport
 * the heap grows by more than the bytes.
 *
 * <p><b>What can fool you.</b> A difference between two cells has both their spreads: look at its
 * interval. It holds what the layer makes the others do (a larger read, another system call), which
 * the layers of sampled stacks ({@code -prof layers}) give to those. {@code http1} does not
 * multiplex: at 32 in flight it has 32 connections, and its difference is not one layer's. QUIC is
 * not TCP and TLS with another name: nothing is to be subtracted across the two families.
 */
@Fork(6)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class StackBenchmark extends TransportBenchmark {
  /** The two families, each from its floor up. */
  @Param({"tcp", "tls", "http1", "http2", "websocket", "quic", "http3", "webtransport"})
  public String transport;

  /** Application payload, each way. */
  @Param("1024")
  public int payloadBytes;

  /** RPCs kept in flight: with one, nobody else pays for a wake-up. */
  @Param("1")
  public int concurrency;

  /** Layers are told apart on a clean link: elsewhere the waiting hides them. */
  @Param("clean")
  public String impairment;

  @Override
  protected Trial start(BenchmarkParams params) throws Exception {
    return Trial.start(
        TrialSettings.of(params, transport, payloadBytes, concurrency, impairment, backend),
        Workload.closedLoop());
  }

  /** Until one more RPC is completed and verified. */
  @Benchmark
  public void call() throws Exception {
    completeOne();
  }
}
