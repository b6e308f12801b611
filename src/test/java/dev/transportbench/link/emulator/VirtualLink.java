package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.Semantics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One direction of the emulator on a clock that jumps: no socket, no wait. */
final class VirtualLink implements AutoCloseable {
  private static final int SLOTS = 16_384;
  private static final int NUMBER_AT = 28;
  private static final int UDP = 17;

  private final PacketStore store = new PacketStore(SLOTS, 1536);
  private final Lane lane = new Lane(Direction.UP, store);
  private final List<Arrival> arrivals = new ArrayList<>();
  private long[] sent;
  private long clock;

  /** A packet that got through. */
  record Arrival(int number, long delayNanos) {
    double delayMillis() {
      return delayNanos / 1e6;
    }
  }

  static List<Arrival> run(
      Impairment impairment, Semantics semantics, long seed, long[] sent, int ipBytes) {
    try (VirtualLink link = new VirtualLink()) {
      return link.send(impairment, semantics, seed, sent, ipBytes);
    }
  }

  /** Packets at a steady pace. */
  static long[] steadily(int count, double packetsPerSecond) {
    long[] times = new long[count];
    Arrays.setAll(times, i -> Math.round(i * 1e9 / packetsPerSecond));
    return times;
  }

  /**
   * @param sent when each is sent, in ns
   * @return in the order of arrival
   */
  List<Arrival> send(
      Impairment impairment, Semantics semantics, long seed, long[] sentNanos, int ipBytes) {
    sent = sentNanos;
    lane.impair(impairment, semantics, seed, 0);
    for (int i = 0; i < sent.length; i++) {
      // Of two things at the same time the sending comes first.
      releaseUntil(sent[i] - 1);
      clock = sent[i];
      int slot = store.take();
      store.setPacketBytes(slot, ipBytes);
      for (int at = 0; at < ipBytes; at++) {
        store.setByte(slot, at, 0);
      }
      store.setByte(slot, 0, 0x45);
      store.setByte(slot, 9, UDP);
      store.setShort(slot, NUMBER_AT, i >>> 16);
      store.setShort(slot, NUMBER_AT + 2, i);
      lane.arrive(slot, clock);
      release();
    }
    releaseUntil(Long.MAX_VALUE);
    return arrivals;
  }

  LaneFigures figures() {
    return lane.figures();
  }

  Lane lane() {
    return lane;
  }

  private void releaseUntil(long nanos) {
    while (!lane.isIdle() && lane.nextNanos() <= nanos) {
      clock = Math.max(clock, lane.nextNanos());
      release();
    }
  }

  private void release() {
    for (int slot = lane.release(clock); slot != PacketStore.NO_SLOT; slot = lane.release(clock)) {
      int number = store.integer(slot, NUMBER_AT);
      long delay = number >= 0 && number < sent.length ? clock - sent[number] : -1;
      arrivals.add(new Arrival(number, delay));
      store.giveBack(slot);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
