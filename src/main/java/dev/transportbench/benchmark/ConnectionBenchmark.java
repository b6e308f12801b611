package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.benchmark.trial.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;

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
public class ConnectionBenchmark extends TermsBenchmark {
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

  @Override
  protected Trial start(BenchmarkParams params) throws Exception {
    return Trial.start(
        TrialSettings.of(params, transport, payloadBytes, 1, impairment, backend),
        Workload.connections());
  }

  /** Until one more connection's first RPC is completed and verified. */
  @Benchmark
  public void open() throws Exception {
    completeOne();
  }
}
