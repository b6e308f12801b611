package dev.transportbench.peers;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.benchmark.TransportBenchmark;
import dev.transportbench.benchmark.trial.Trial;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.benchmark.trial.Workload;
import dev.transportbench.rpc.Transports;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * <b>Question.</b> What does the same RPC cost through Java stacks that others wrote?
 *
 * <p><b>Run it.</b>
 *
 * <pre>mvn verify -Ppeers</pre>
 *
 * <p><b>Expect.</b> Ours to be cheaper than every peer on the same protocol, in CPU and in heap.
 *
 * <p><b>What can fool you.</b> A peer's threads are not told apart by side: compare {@code
 * cpu.process} less {@code cpu.jit}, as {@link PeerTable} does. A peer that hands RPCs over between
 * threads waits for them to wake: its latency at one in flight is the scheduler's as much as its
 * own. Two cores hold client and server.
 */
@Measurement(iterations = 3, time = 2)
public class PeerBenchmark extends TransportBenchmark {
  /** Ours or a peer's, by name. */
  @Param({"http1", "http2", "http3", "websocket"})
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

  /** {@code any}, {@code shared} or {@code apart}: on which cores the two ends' threads run. */
  @Param(Axis.Default.CORES)
  public String cores;

  @Override
  protected Trial start(BenchmarkParams params) throws Exception {
    TrialSettings settings =
        TrialSettings.of(params, transport, payloadBytes, concurrency, impairment, backend);
    boolean peer = Transports.named(transport) instanceof PeerTransport;
    return Trial.start(settings, peer ? new PeerLoad() : Workload.closedLoop());
  }

  /** Until one more RPC is completed and verified. */
  @Benchmark
  public void call() throws Exception {
    completeOne();
  }
}
