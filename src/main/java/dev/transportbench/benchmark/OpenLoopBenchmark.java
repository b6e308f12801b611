package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.OpenLoop;
import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * <b>Question.</b> What does an RPC take on each transport when RPCs arrive at a rate of their own,
 * as those of many independent users do, instead of when the last one was answered?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar OpenLoop -p transport=tcp -p rate=5000 -f 1
 * java -jar target/benchmarks.jar OpenLoop -p transport=websocket,webtransport -p arrivals=firefly \
 *     -p rate=90 -p connections=1500 -p payloads=128+256+512+1024 -p impairment=cellular-firefly
 * </pre>
 *
 * <p><b>Expect.</b> A score that is the rate. {@code latency.*} from the moment when an RPC was
 * sent, {@code response.*} from the moment when it was meant to be: equal but for {@code
 * send.lag.*}, some 50 µs of a sleeping thread's waking. A server that stalls shows in the response
 * time of every RPC that was due meanwhile.
 *
 * <p><b>What can fool you.</b> The generator is one thread, and the client. A cell whose generator
 * sent less than 99 % of what was due, or worked for more than 95 % of the time, is invalid and
 * says so; below that its lag is in {@code response.*} and not the server's. Gaps below 100 µs are
 * shorter than a sleep is exact: {@code spin=on} keeps the schedule to a few µs by looking at the
 * clock all the time, which costs a core: {@code cpu.client} is then the clock's, and {@code
 * cpu.client.spin} says how much. With two cores the server and the emulator want the other one.
 * Over many connections each has its turn: at 90/s each of 1,500 sends once in 17 s, so that an
 * iteration that is shorter has not seen them all. HTTP/1.1 opens 256 connections; {@code
 * http1-six} has six, and RPCs beyond wait, which is in their latency.
 */
public class OpenLoopBenchmark extends TermsBenchmark {
  /** A transport's name; {@code doctor} lists them. */
  @Param({"tcp", "tls", "websocket", "quic", "http3"})
  public String transport;

  /** {@code constant}, {@code poisson}, or {@code firefly}: in step with a tick of 10 ms. */
  @Param("constant")
  public String arrivals;

  /** RPCs per second, over all connections. */
  @Param("1000")
  public String rate;

  /** Bytes each way, by weight: {@code 128:2+1024:1} sends two of 128 for one of 1,024. */
  @Param("1024")
  public String payloads;

  /** {@code on}: looks at the clock between sends instead of sleeping. */
  @Param("off")
  public String spin;

  /** A link profile's name or path. */
  @Param("clean")
  public String impairment;

  /** Connections that take turns. */
  @Param(Axis.Default.CONNECTIONS)
  public String connections;

  @Override
  protected Trial start(BenchmarkParams params) throws Exception {
    TrialSettings settings = TrialSettings.of(params, transport, impairment, backend);
    return Trial.start(settings, OpenLoop.rpcs(settings));
  }

  /** Until one more RPC is completed and verified. */
  @Benchmark
  public void call() throws Exception {
    completeOne();
  }
}
