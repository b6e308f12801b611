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
 * <b>Question.</b> How fast is one long transfer, down or up, how does it start, and what does a
 * GiB of it cost in CPU, by congestion control?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar BulkBenchmark -p transport=http2,http3
 *     -p congestion=cubic,bbr -p impairment=wan-50ms -f 2</pre>
 *
 * <p><b>Expect.</b> Each iteration is one transfer on a new connection, slow start and all: {@code
 * transfer.bytes.3s} of its first three seconds, {@code transfer.rate.steady} of the time after,
 * the bytes of each tenth of a second in the fork's record, CPU as {@code cpu.process.per.gib}.
 * QUIC takes more CPU for each byte, and is ahead only where a lost packet is what TCP waits for.
 * On a clean link the rate is the machine's.
 *
 * <p><b>What can fool you.</b> A message of the contract is at most 4 MiB, so that the transfer is
 * a sequence of parts of {@code payloadBytes}, {@code concurrency} of them asked for ahead: the
 * sender never waits for a request as long as those are more than rate times round trip. {@code
 * http1} opens as many connections, and with one in flight pauses for a round trip after each part.
 * Over HTTP a part is a POST here, too. {@code congestion} is read back from TCP's sockets; of
 * QUIC's codecs it is known only as set, and none of them paces its packets, so that their {@code
 * bbr} is not the kernel's. Bytes of an upload are counted when a part is acknowledged. An
 * iteration below four seconds has no steady rate.
 */
@Fork(5)
@Warmup(iterations = 1, time = 3)
@Measurement(iterations = 3, time = 10)
public class BulkBenchmark extends TermsBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tls", "http2", "quic", "http3"})
  public String transport;

  /** {@code download}, {@code upload}; or {@code echo}, both at once. */
  @Param({"download", "upload"})
  public String method;

  /** Of one part. */
  @Param("262144")
  public int payloadBytes;

  /** Parts asked for ahead. */
  @Param("16")
  public int concurrency;

  /** A link profile's name or path. */
  @Param("clean")
  public String impairment;

  @Override
  protected Trial start(BenchmarkParams params) throws Exception {
    TrialSettings settings =
        TrialSettings.of(params, transport, payloadBytes, concurrency, impairment, backend);
    return Trial.start(settings, Workload.bulk(settings, method));
  }

  /** Until one more part has come and is verified. */
  @Benchmark
  public void transfer() throws Exception {
    completeOne();
  }
}
