package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.benchmark.trial.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;

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
public class PageBenchmark extends TermsBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"http1-six", "http2", "http3", "webtransport"})
  public String transport;

  /** How each connection begins: {@code full}, {@code resumed} or {@code early-data} (0-RTT). */
  @Param(Axis.Default.HANDSHAKE)
  public String handshake;

  /** A link profile's name or path. */
  @Param("clean")
  public String impairment;

  @Override
  protected Trial start(BenchmarkParams params) throws Exception {
    PageModel page = PageModel.published();
    return Trial.start(
        TrialSettings.of(params, transport, impairment, backend)
            .withConcurrency(page.resources().size()),
        Workload.page(page));
  }

  /** Until one more page is there and verified. */
  @Benchmark
  public void load() throws Exception {
    completeOne();
  }
}
