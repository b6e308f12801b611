package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.benchmark.trial.Workload;
import dev.transportbench.rpc.RpcService;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * <b>Question.</b> What do GET and POST cost over each version of HTTP, by size, by how many are in
 * flight, and by network?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar RestBenchmark -p transport=http2,http3 -p method=download
 *     -p payloadBytes=1024 -p impairment=clean,rest-poor -f 2</pre>
 *
 * <p><b>Expect.</b> A {@code download} is a GET over HTTP and an RPC of the same size over other
 * transports; an {@code upload} is a POST that is answered by a checksum; an {@code echo} a POST
 * that comes back. On {@code clean} HTTP/2 is ahead by what QUIC's packets cost the CPU; with loss
 * and many in flight HTTP/3 is, since a lost packet holds up one response and not all.
 *
 * <p><b>What can fool you.</b> It is a closed loop, with all that {@link UnaryRpcBenchmark} says of
 * one. {@code ttfb} counts from the request's send, on a connection that is open: for a small
 * response it is the latency. {@code http1} opens a connection for each request in flight, and so
 * has as many congestion windows. A GET's response is read to its end, always: a client that did
 * not would lose its connection and look faster.
 */
public class RestBenchmark extends TermsBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"http2", "http3"})
  public String transport;

  /** {@code download} (GET), {@code upload} (POST) or {@code echo} (POST, and back). */
  @Param({"download", "upload"})
  public String method;

  /** Application payload, each way that the method sends one. */
  @Param({"1024", "65536"})
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
    TrialSettings settings =
        TrialSettings.of(params, transport, payloadBytes, concurrency, impairment, backend);
    if (method.equals(RpcService.DOWNLOAD)) {
      settings = settings.withGets();
    }
    return Trial.start(settings, Workload.rest(settings, method));
  }

  /** Until one more RPC is completed and verified. */
  @Benchmark
  public void call() throws Exception {
    completeOne();
  }
}
