package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.OpenLoop;
import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;

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
public class MixedBenchmark extends TermsBenchmark {
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

  /** Devices, three for each member: a connection each. */
  @Param("6")
  public String connections;

  @Override
  protected Trial start(BenchmarkParams params) throws Exception {
    TrialSettings settings = TrialSettings.of(params, transport, impairment, backend);
    return Trial.start(settings, OpenLoop.all(settings));
  }

  /** Until one more has arrived and is verified. */
  @Benchmark
  public void call() throws Exception {
    completeOne();
  }
}
