package dev.transportbench.benchmark;

import dev.transportbench.benchmark.framing.FramingMeter;
import dev.transportbench.profiler.LedgerProfiler;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * <b>Question.</b> What does each codec alone cost for one RPC's request: time, heap and bytes, to
 * write it and to read it?
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar Framing -p codec=http2-warm,tls -p payloadBytes=1024 -f 2
 * </pre>
 *
 * <p><b>Expect.</b> A framing's bytes do not grow with the payload, but for one of TLS's records
 * and HTTP/2's frames each 16 KiB; its time does where it copies, masks or encrypts.
 *
 * <p><b>What can fool you.</b> Handlers run in a channel without a socket, whose own price is
 * {@code codec=none}: subtract it from {@code http1} and {@code websocket-…}, and from the others
 * nothing like it. Content lies in the cache and branch predictors know it by heart: on a real path
 * each codec is dearer. Records of TLS can be opened once, so {@code tls} seals 64 of them before
 * it opens them; {@code framing.time} and {@code framing.alloc} leave the sealing out, JMH's score
 * does not. QUIC's packet protection is inside quiche and cannot be called alone: see the layer
 * {@code tls} of {@code -prof layers}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FramingBenchmark {
  /** Whose work it is; see {@code docs/framing.md}. */
  @Param({
    "protobuf",
    "protobuf-chat",
    "none",
    "length",
    "http1",
    "http2-cold",
    "http2-warm",
    "http3",
    "websocket-masked",
    "websocket-unmasked",
    "webtransport",
    "tls"
  })
  public String codec;

  /** Application payload of the request. */
  @Param({"0", "128", "1024", "16384", "262144"})
  public int payloadBytes;

  /** {@code encode}: the message to bytes; {@code decode}: back. */
  @Param({"encode", "decode"})
  public String direction;

  private FramingMeter meter;

  @Setup(Level.Trial)
  public void start() {
    meter = new FramingMeter(codec, payloadBytes, direction);
  }

  @Setup(Level.Iteration)
  public void beginIteration() {
    meter.begin();
  }

  @Benchmark
  public int message() {
    return meter.message();
  }

  @TearDown(Level.Iteration)
  public void endIteration(IterationParams iteration) {
    if (iteration.getType() == IterationType.MEASUREMENT) {
      LedgerProfiler.publish(meter.end());
    }
  }

  @TearDown(Level.Trial)
  public void stop() {
    meter.close();
  }
}
