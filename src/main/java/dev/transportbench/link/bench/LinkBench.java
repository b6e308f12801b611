package dev.transportbench.link.bench;

import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkSupport;
import java.util.Arrays;
import java.util.OptionalDouble;

/** Every figure of the emulator, one after the other, for so many seconds each. */
public final class LinkBench {
  /** At which delay errors are measured, in packets/s. */
  public static final int[] RATES = {100, 1_000, 10_000};

  private final int seconds;

  public LinkBench(int seconds) {
    this.seconds = seconds;
  }

  /** Packets/s, and the emulator's CPU for each. */
  public record Forwarded(double perSecond, double cpuMicrosPerPacket) {}

  /** How much later than 15 ms packets arrive, in µs. */
  public record DelayError(int packetsPerSecond, int packets, double p50, double p99, double max) {}

  /** Packets of {@link Forwarding#PACKET_BYTES} one way. */
  public Forwarded forwarding() throws Exception {
    try (Forwarding forwarding = Forwarding.open()) {
      send(forwarding, 1);
      forwarding.reset();
      long before = forwarding.received();
      double took = send(forwarding, seconds);
      return new Forwarded(
          (forwarding.received() - before) / took, forwarding.cpuMicrosPerPacket());
    }
  }

  private static double send(Forwarding forwarding, int seconds) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < seconds * 1_000_000_000L) {
      forwarding.forwardBatch();
    }
    forwarding.drain();
    return (System.nanoTime() - start) / 1e9;
  }

  /** Median in µs; empty where the backend cannot run. */
  public OptionalDouble roundTripMicros(Backend backend) throws Exception {
    if (LinkSupport.whyNot(backend).isPresent()) {
      return OptionalDouble.empty();
    }
    try (RoundTrip roundTrip = RoundTrip.open(backend)) {
      roundTrips(roundTrip, 1);
      long[] nanos = roundTrips(roundTrip, seconds);
      return OptionalDouble.of(nanos[nanos.length / 2] / 1e3);
    }
  }

  private static long[] roundTrips(RoundTrip roundTrip, int seconds) {
    long[] nanos = new long[seconds * 100_000];
    int count = 0;
    long start = System.nanoTime();
    for (long now = start; now - start < seconds * 1_000_000_000L && count < nanos.length; ) {
      roundTrip.once();
      long then = System.nanoTime();
      nanos[count++] = then - now;
      now = then;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted;
  }

  /**
   * @param busyThreads that keep cores busy meanwhile
   */
  public DelayError delayError(int packetsPerSecond, int busyThreads) throws Exception {
    try (DelayErrors errors = DelayErrors.open(packetsPerSecond, busyThreads)) {
      errors.await(packetsPerSecond);
      errors.take();
      errors.await(packetsPerSecond * seconds);
      long[] sorted = errors.take();
      return new DelayError(
          packetsPerSecond,
          sorted.length,
          DelayErrors.quantileMicros(sorted, 0.5),
          DelayErrors.quantileMicros(sorted, 0.99),
          DelayErrors.quantileMicros(sorted, 1));
    }
  }
}
