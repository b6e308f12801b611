package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.benchmark.trial.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;

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
public class ConcurrencyUnderLossBenchmark extends TermsBenchmark {
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

  /** Connections that the RPCs in flight are spread over. */
  @Param(Axis.Default.CONNECTIONS)
  public String connections;

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
