package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.benchmark.trial.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * <b>Question.</b> What does one request and its response cost on each transport, when {@code
 * concurrency} of them are kept in flight?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar UnaryRpc -p transport=tcp,quic -p concurrency=1 -f 2</pre>
 *
 * <p><b>Expect.</b> On {@code clean}, tens of microseconds and a throughput of concurrency divided
 * by latency; on {@code cellular-firefly}, 30 ms at any transport's median, and a tail that tells
 * them apart.
 *
 * <p><b>What can fool you.</b> It is a closed loop: a slow response delays the next request, so the
 * tail is what <em>this</em> client saw, not what arrivals at a fixed rate would see. At 32 in
 * flight, responses are read and requests sent in batches; see {@code rpc.per.wakeup}. Client and
 * server share one heap, one collector and the machine's cores.
 */
public class UnaryRpcBenchmark extends TermsBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tcp", "tls", "websocket", "quic", "http3"})
  public String transport;

  /** Application payload, each way. */
  @Param("1024")
  public int payloadBytes;

  /** RPCs kept in flight. */
  @Param({"1", "32"})
  public int concurrency;

  /** A link profile's name or path. */
  @Param("clean")
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
