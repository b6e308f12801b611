package dev.transportbench.link;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends few small datagrams both ways through a link and sees when they arrive: what the link does,
 * by other means than its own counters.
 *
 * @param count how many each way
 * @param gapNanos from one to the next
 * @param patienceNanos how long to wait for the last
 */
record LinkProbe(int count, long gapNanos, long patienceNanos) {
  static final int IP_BYTES = 28 + 16;

  private static final long LEAST_GAP_NANOS = 4_000_000;
  private static final long MARGIN_NANOS = 100_000_000;

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
    try (DatagramSocket client = socket(link, End.CLIENT);
        DatagramSocket server = socket(link, End.SERVER)) {
      long deadline = System.nanoTime() + count * gapNanos + patienceNanos;
      FutureTask<Heard> up = listen(server, deadline);
      FutureTask<Heard> down = listen(client, deadline);
      long next = System.nanoTime();
      for (int i = 0; i < count; i++, next += gapNanos) {
        sleepUntil(next);
        send(client, server, i);
        // In between: on one core the second would count the first one's sending as its delay.
        sleepUntil(next + gapNanos / 2);
        send(server, client, i);
      }
      heard.put(Direction.UP, up.get());
      heard.put(Direction.DOWN, down.get());
      return heard;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the link was probed");
    } catch (ExecutionException e) {
      throw new IOException("the link could not be probed: " + e.getCause().getMessage(), e);
    }
  }

  private static DatagramSocket socket(Link link, End end) throws IOException {
    try (Link.Entry entry = link.enter(end)) {
      return new DatagramSocket(0, link.address(end));
    }
  }

  private FutureTask<Heard> listen(DatagramSocket socket, long deadline) {
    FutureTask<Heard> listening = new FutureTask<>(() -> heard(socket, deadline));
    Thread thread = new Thread(listening, "link-probe");
    thread.setDaemon(true);
    thread.start();
    return listening;
  }

  private Heard heard(DatagramSocket socket, long deadline) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    List<Long> delays = new ArrayList<>();
    ByteBuffer data = ByteBuffer.allocate(64);
    DatagramPacket packet = new DatagramPacket(data.array(), data.capacity());
    for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
      socket.setSoTimeout((int) (1 + left / 1_000_000));
      try {
        socket.receive(packet);
      } catch (SocketTimeoutException e) {
        break;
      }
      long now = System.nanoTime();
      numbers.add(data.getInt(0));
      delays.add(now - data.getLong(8));
    }
    return new Heard(count, numbers, delays);
  }

  private static void send(DatagramSocket from, DatagramSocket to, int number) throws IOException {
    ByteBuffer data = ByteBuffer.allocate(16);
    data.putInt(0, number).putLong(8, System.nanoTime());
    from.send(
        new DatagramPacket(data.array(), data.capacity(), to.getLocalAddress(), to.getLocalPort()));
  }

  private static void sleepUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
