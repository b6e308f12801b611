package dev.transportbench.link;

import dev.transportbench.link.linux.KernelException;
import dev.transportbench.link.linux.UdpSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends few small datagrams both ways through a link and sees when they arrive: what the link does,
 * by other means than its own counters. A datagram arrives when the kernel has it: the listening
 * thread may wake up late, and does on a busy machine.
 *
 * @param count how many each way
 * @param gapNanos from one to the next
 * @param patienceNanos how long to wait for the last
 */
record LinkProbe(int count, long gapNanos, long patienceNanos) {
  private static final int PAYLOAD_BYTES = 16;
  static final int IP_BYTES = 28 + PAYLOAD_BYTES;

  private static final long LEAST_GAP_NANOS = 4_000_000;
  private static final long MARGIN_NANOS = 100_000_000;
  private static final int LISTEN_MILLIS = 20;

  /**
   * As many as a time allows, so few at once that they do not wait for each other; none if the link
   * takes longer than that.
   */
  static LinkProbe within(LinkProfile profile, long budgetNanos) {
    long patience = MARGIN_NANOS;
    long gap = LEAST_GAP_NANOS;
    for (Direction direction : Direction.values()) {
      Impairment asked = profile.impairment(direction);
      patience = Math.max(patience, MARGIN_NANOS + longest(asked));
      if (asked.rate().bitsPerSecond() > 0) {
        gap = Math.max(gap, 4 * asked.rate().nanosFor(IP_BYTES));
      }
    }
    long left = budgetNanos - patience;
    return new LinkProbe(left < 0 ? 0 : (int) (1 + left / gap), gap, patience);
  }

  private static long longest(Impairment asked) {
    Delay delay = asked.delay();
    long slot =
        asked.slot().maxNanos() + asked.slot().delayNanos() + 4 * asked.slot().jitterNanos();
    return delay.owdNanos() + 4 * delay.jitterNanos() + slot;
  }

  /** What was heard of the datagrams sent in one direction, in the order of arrival. */
  record Heard(int sent, List<Integer> numbers, List<Long> delayNanos) {
    int lost() {
      return sent - (int) numbers.stream().distinct().count();
    }

    int copies() {
      return numbers.size() - (int) numbers.stream().distinct().count();
    }

    int outOfOrder() {
      int overtaken = 0;
      int highest = -1;
      for (int number : numbers) {
        overtaken += number < highest ? 1 : 0;
        highest = Math.max(highest, number);
      }
      return overtaken;
    }

    /** In ms; only when something was heard. */
    double delayMillis(double fraction) {
      List<Long> sorted = delayNanos.stream().sorted().toList();
      return sorted.get((int) (fraction * (sorted.size() - 1))) / 1e6;
    }
  }

  /** Sends and listens; takes {@code count × gap + patience}. */
  Map<Direction, Heard> run(Link link) throws IOException {
    Map<Direction, Heard> heard = new EnumMap<>(Direction.class);
    try (UdpSocket client = socket(link, End.CLIENT);
        UdpSocket server = socket(link, End.SERVER)) {
      client.connect(server);
      server.connect(client);
      AtomicLong deadline = new AtomicLong(System.nanoTime() + count * gapNanos + patienceNanos);
      FutureTask<Heard> up = listen(server, deadline);
      FutureTask<Heard> down = listen(client, deadline);
      try {
        long next = System.nanoTime();
        for (int i = 0; i < count; i++, next += gapNanos) {
          sleepUntil(next);
          client.send(i, System.nanoTime());
          // In between: on one core the second would count the first one's sending as its delay.
          sleepUntil(next + gapNanos / 2);
          server.send(i, System.nanoTime());
        }
      } catch (KernelException e) {
        deadline.set(System.nanoTime());
        heard(up);
        heard(down);
        throw e;
      }
      heard.put(Direction.UP, heard(up));
      heard.put(Direction.DOWN, heard(down));
      return heard;
    } catch (KernelException e) {
      throw new IOException("the link could not be probed: " + e.getMessage(), e);
    }
  }

  /** Waits in any case: nobody may still read from a socket that is then closed. */
  private static Heard heard(FutureTask<Heard> listening) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return listening.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw new IOException("the link could not be probed: " + e.getCause().getMessage(), e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static UdpSocket socket(Link link, End end) {
    try (Link.Entry entry = link.enter(end)) {
      UdpSocket socket = UdpSocket.bind(link.address(end).getAddress(), PAYLOAD_BYTES);
      socket.setReceiveTimeout(LISTEN_MILLIS);
      return socket;
    }
  }

  private FutureTask<Heard> listen(UdpSocket socket, AtomicLong deadline) {
    FutureTask<Heard> listening = new FutureTask<>(() -> heard(socket, deadline));
    Thread thread = new Thread(listening, "link-probe");
    thread.setDaemon(true);
    thread.start();
    return listening;
  }

  private Heard heard(UdpSocket socket, AtomicLong deadline) {
    List<Integer> numbers = new ArrayList<>();
    List<Long> delays = new ArrayList<>();
    while (System.nanoTime() - deadline.get() < 0) {
      int received = socket.receive();
      for (int i = 0; i < received; i++) {
        numbers.add((int) socket.first(i));
        delays.add(socket.arrivalNanos(i) - socket.second(i));
      }
    }
    return new Heard(count, numbers, delays);
  }

  private static void sleepUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
