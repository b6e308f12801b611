package dev.transportbench.benchmark;

import dev.transportbench.link.Backend;
import dev.transportbench.link.bench.DelayErrors;
import dev.transportbench.link.bench.Forwarding;
import dev.transportbench.link.bench.RoundTrip;
import dev.transportbench.profiler.LedgerProfiler;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * <b>Question.</b> What does the link itself cost, and how exact is it? How long one packet of
 * 1,200 B takes to be forwarded when many are under way ({@code forward}), a round trip of a small
 * datagram on {@code tun} and on {@code veth} ({@code roundTrip}), and how much later than 15 ms a
 * packet arrives ({@code delay}).
 *
 * <p><b>Run it alone.</b>
 *
 * <pre>java -jar target/benchmarks.jar LinkBenchmark -f 1</pre>
 *
 * <p>{@code link bench} does the same once, in a minute, without JMH's table.
 *
 * <p><b>Expect.</b> On two idle cores some 4 µs a packet, and as much of the emulator's CPU ({@code
 * cpu.link}); on {@code tun} 10 to 15 µs more a round trip than on {@code veth}; packets late by
 * some 30 µs at the median ({@code late.p50}) and below 200 µs at the 99th percentile.
 *
 * <p><b>What can fool you.</b> The score of {@code delay} is only the pace at which packets are
 * sent: its figures are the secondary results {@code late.*}, and {@code late.max} is a mean of
 * each iteration's largest. Sender and receiver want the cores that the emulator runs on: {@code
 * forward} is the machine's figure, not the emulator's alone. Arrival is the kernel's time stamp,
 * not the moment when Java has the packet. On a machine that is not idle all of it is worse.
 */
@BenchmarkMode(Mode.AverageTime) // No throughput: studies are of RPCs and leave this class alone.
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 5)
public class LinkBenchmark {

  /** One way, as fast as it goes. */
  @State(Scope.Thread)
  public static class OneWay {
    private Forwarding forwarding;

    @Setup(Level.Trial)
    public void open() throws Exception {
      forwarding = Forwarding.open();
    }

    @Setup(Level.Iteration)
    public void reset() {
      forwarding.reset();
    }

    @TearDown(Level.Iteration)
    public void publish() {
      forwarding.drain();
      LedgerProfiler.publish("cpu.link", forwarding.cpuMicrosPerPacket(), "us/packet");
    }

    @TearDown(Level.Trial)
    public void close() {
      forwarding.close();
    }
  }

  @Benchmark
  @OperationsPerInvocation(Forwarding.BATCH)
  public void forward(OneWay oneWay) {
    oneWay.forwarding.forwardBatch();
  }

  /** There and back, one at a time. */
  @State(Scope.Thread)
  public static class ThereAndBack {
    /** {@code veth} is the floor. */
    @Param({"veth", "tun"})
    public String backend;

    private RoundTrip roundTrip;

    @Setup(Level.Trial)
    public void open() throws Exception {
      roundTrip = RoundTrip.open(Backend.labelled(backend));
    }

    @TearDown(Level.Trial)
    public void close() {
      roundTrip.close();
    }
  }

  @Benchmark
  @BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
  public void roundTrip(ThereAndBack thereAndBack) {
    thereAndBack.roundTrip.once();
  }

  /** A steady pace through a delay. */
  @State(Scope.Thread)
  public static class Delayed {
    @Param({"100", "1000", "10000"})
    public int packetsPerSecond;

    /** Threads that keep cores busy meanwhile. */
    @Param({"0", "2"})
    public int busyThreads;

    private DelayErrors errors;

    @Setup(Level.Trial)
    public void open() throws Exception {
      errors = DelayErrors.open(packetsPerSecond, busyThreads);
    }

    @Setup(Level.Iteration)
    public void reset() throws InterruptedException {
      errors.await(1);
      errors.take();
    }

    @TearDown(Level.Iteration)
    public void publish() {
      long[] sorted = errors.take();
      LedgerProfiler.publish("late.p50", DelayErrors.quantileMicros(sorted, 0.5), "us");
      LedgerProfiler.publish("late.p99", DelayErrors.quantileMicros(sorted, 0.99), "us");
      LedgerProfiler.publish("late.max", DelayErrors.quantileMicros(sorted, 1), "us");
      LedgerProfiler.publish("late.count", sorted.length, "packets");
    }

    @TearDown(Level.Trial)
    public void close() {
      errors.close();
    }
  }

  /** Until one more packet has arrived. */
  @Benchmark
  public void delay(Delayed delayed) throws InterruptedException {
    delayed.errors.await(delayed.errors.count() + 1);
  }
}
