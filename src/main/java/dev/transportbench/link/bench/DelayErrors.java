package dev.transportbench.link.bench;

import com.sun.jna.Memory;
import dev.transportbench.link.Backend;
import dev.transportbench.link.Delay;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.LinkProfile;
import dev.transportbench.link.Links;
import dev.transportbench.link.linux.Scheduling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much later than 15 ms packets arrive that are sent at a fixed rate. From just before the send
 * to the kernel's stamp at the far end: the sender's way into the kernel is in it, the receiver's
 * way out of it is not. The sender keeps its pace by real-time priority where it may have it.
 */
public final class DelayErrors implements AutoCloseable {
  /** The delay asked for. */
  public static final long OWD_NANOS = 15_000_000;

  private static final int PAYLOAD_BYTES = 64;
  // Below the emulator's.
  private static final int SENDER_PRIORITY = 5;
  private static final long PATIENCE_MILLIS = 5_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final UdpEnds ends;
  private final long gapNanos;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;
  private long[] errors = new long[1 << 16];
  private int count;
  private volatile long spun;

  private DelayErrors(UdpEnds ends, int packetsPerSecond, int busyThreads) {
    this.ends = ends;
    gapNanos = NANOS_PER_SECOND / packetsPerSecond;
    for (int i = 0; i < busyThreads; i++) {
      threads.add(UdpEnds.start("link-bench-busy", this::spin));
    }
    threads.add(UdpEnds.start("link-bench-receiver", this::receive));
    threads.add(UdpEnds.start("link-bench-sender", this::send));
  }

  /**
   * Starts sending.
   *
   * @param busyThreads that keep cores busy meanwhile, at ordinary priority
   * @throws dev.transportbench.link.LinkUnavailableException when this machine cannot run it
   */
  public static DelayErrors open(int packetsPerSecond, int busyThreads) throws Exception {
    Impairment delay =
        Impairment.builder()
            .delay(Delay.of(OWD_NANOS, 0, Impairment.JitterDistribution.NORMAL))
            .build();
    LinkProfile delayed = new LinkProfile("bench", "15 ms each way", "ours", true, delay, delay);
    return new DelayErrors(
        UdpEnds.on(Links.open(delayed, Backend.TUN, 1), PAYLOAD_BYTES),
        packetsPerSecond,
        busyThreads);
  }

  private void spin() {
    while (!over) {
      spun = spun * 31 + 1;
    }
  }

  private void send() {
    Scheduling.exactTimers();
    Scheduling.realTime(SENDER_PRIORITY);
    try (Memory timespec = new Memory(16)) {
      for (long next = System.nanoTime(); !over; next += gapNanos) {
        while (System.nanoTime() - next < 0) {
          Scheduling.sleepUntil(next, timespec);
        }
        ends.client.send(System.nanoTime(), 0);
      }
    }
  }

  private void receive() {
    while (!over) {
      int received = ends.server.receive();
      synchronized (this) {
        if (count + received > errors.length) {
          errors = Arrays.copyOf(errors, 2 * errors.length);
        }
        for (int i = 0; i < received; i++) {
          errors[count++] = ends.server.arrivalNanos(i) - ends.server.first(i) - OWD_NANOS;
        }
        notifyAll();
      }
    }
  }

  /** Waits until so many have arrived since the last {@link #take}. */
  public synchronized void await(int packets) throws InterruptedException {
    int seen = count;
    long since = System.nanoTime();
    while (count < packets) {
      wait(PATIENCE_MILLIS);
      long now = System.nanoTime();
      if (count > seen) {
        seen = count;
        since = now;
      } else if (now - since > PATIENCE_MILLIS * 1_000_000) {
        throw new IllegalStateException("no packet arrived for 5 s, on a link that loses none");
      }
    }
  }

  /** How many have arrived since the last {@link #take}. */
  public synchronized int count() {
    return count;
  }

  /** The errors of all that have arrived since the last call, in ns, sorted. */
  public synchronized long[] take() {
    long[] taken = Arrays.copyOf(errors, count);
    count = 0;
    Arrays.sort(taken);
    return taken;
  }

  /** Of sorted errors, in µs. */
  public static double quantileMicros(long[] sorted, double fraction) {
    return sorted[(int) (fraction * (sorted.length - 1))] / 1e3;
  }

  @Override
  public void close() {
    over = true;
    threads.forEach(UdpEnds::join);
    ends.close();
  }
}
