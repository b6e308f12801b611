package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.OpenLoop;
import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * <b>Question.</b> How long is a message under way, in each direction, on a stream that stays open
 * and carries messages at a rate, and how as a datagram?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>
 * java -jar target/benchmarks.jar StreamBenchmark -p transport=tls,webtransport,webtransport-datagram \
 *     -p impairment=cellular-firefly -p messageRate=200 -f 1</pre>
 *
 * <p><b>Expect.</b> {@code message.up} and {@code message.down} of the link's one-way delay each,
 * and a tail by loss: on a reliable stream a lost message holds up those behind it until it has
 * been sent again, a datagram only itself; those lost are {@code rpc.failed}.
 *
 * <p><b>What can fool you.</b> The server sends each message back, and the send time travels in it
 * ({@code sent_nanos}): both ends are in one JVM and share its clock. {@code message.down} begins
 * when the server had read the message, so that what waits in its loop is up's. An RPC here is a
 * message there and back, and {@code latency.*} its time. A message is built anew for each send,
 * some 200 B of the client's heap. The generator's bounds and {@code spin} are those of {@link
 * OpenLoopBenchmark}. HTTP/1.1, /2 and /3 carry one answer for each request here, and are left out.
 */
public class StreamBenchmark extends TermsBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tcp", "tls", "websocket", "quic", "webtransport", "webtransport-datagram"})
  public String transport;

  /** {@code constant}, {@code poisson}, or {@code firefly}: in step with a tick of 10 ms. */
  @Param("constant")
  public String arrivals;

  /** Messages per second, over all connections. */
  @Param("1000")
  public String messageRate;

  /** Of each message, each way. */
  @Param("256")
  public String payloadBytes;

  /** {@code on}: looks at the clock between sends instead of sleeping. */
  @Param("off")
  public String spin;

  /** A link profile's name or path. */
  @Param("clean")
  public String impairment;

  /** Connections that take turns, each with a stream. */
  @Param(Axis.Default.CONNECTIONS)
  public String connections;

  @Override
  protected Trial start(BenchmarkParams params) throws Exception {
    TrialSettings settings = TrialSettings.of(params, transport, impairment, backend);
    return Trial.start(settings, OpenLoop.messages(settings));
  }

  /** Until one more message is back and verified. */
  @Benchmark
  public void call() throws Exception {
    completeOne();
  }
}
