package dev.transportbench.link.emulator;

import dev.transportbench.link.DelayTable;
import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.Rate;
import dev.transportbench.link.Slot;

/** Opens for a turn, lets so many packets or bytes through, and shuts until the next turn. */
final class SlotGate {
  private final Slot slot;
  private final Draws draws;
  private final DelayTable table;
  private long draw;
  private long opensNanos;
  private long packetsLeft;
  private long bytesLeft;

  SlotGate(Slot slot, long now, Draws draws) {
    this.slot = slot;
    this.draws = draws;
    boolean hasTable =
        slot.distribution() != null && slot.distribution() != JitterDistribution.UNIFORM;
    table = hasTable ? DelayTable.of(slot.distribution(), slot.tableFile()) : null;
    refill();
    opensNanos = now;
  }

  /** When the turn begins that packets wait for now. */
  long opensNanos() {
    return opensNanos;
  }

  /** A packet is due then: a turn that began before it was due is not for it. */
  void expect(long dueNanos, long now) {
    if (opensNanos - dueNanos < 0) {
      nextTurn(now);
    }
  }

  /** A packet goes out that was to go at {@code dueNanos}. */
  void letThrough(int packetBytes, long dueNanos) {
    packetsLeft--;
    bytesLeft -= packetBytes + Rate.ETHERNET_HEADER_BYTES;
    if (packetsLeft <= 0 || bytesLeft <= 0) {
      nextTurn(dueNanos);
    }
  }

  private void nextTurn(long now) {
    opensNanos = now + waitNanos();
    refill();
  }

  private void refill() {
    packetsLeft = slot.packets() == 0 ? Long.MAX_VALUE : slot.packets();
    bytesLeft = slot.bytes() == 0 ? Long.MAX_VALUE : slot.bytes();
  }

  private long waitNanos() {
    double u = draws.uniform(draw++);
    if (slot.distribution() == null) {
      return slot.minNanos() + (long) (u * (slot.maxNanos() - slot.minNanos()));
    }
    double sigmas =
        table == null
            ? 2 * u - 1
            : (double) table.entry((int) (u * table.size())) / DelayTable.UNIT;
    return Math.max(0, slot.delayNanos() + Math.round(sigmas * slot.jitterNanos()));
  }
}
