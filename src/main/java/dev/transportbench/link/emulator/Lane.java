package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.Rate;
import dev.transportbench.link.Semantics;
import dev.transportbench.link.Steps;
import java.util.List;

/**
 * One direction: what it does to each packet, which packets are under way, and what it did. Reads
 * no clock and no descriptor. Only for the engine's thread; allocates nothing after {@link
 * #impair}.
 */
final class Lane {
  // Copies have numbers of their own, so that they do not shift what originals draw.
  private static final long COPY = 1L << 62;

  final Direction direction;

  private final PacketStore store;
  private final ReleaseQueue queue;
  private final LaneCounters counters = new LaneCounters();
  private EventLog log;
  private Capture capture;

  private boolean impaired;
  private Treatment[] treatments;
  private Treatment treatment;
  private SlotGate gate;
  private Steps steps = Steps.NONE;
  private long startNanos;
  private long latestDueNanos;
  private int earlyPackets;

  Lane(Direction direction, PacketStore store) {
    this.direction = direction;
    this.store = store;
    queue = new ReleaseQueue(store.slots());
    impair(Impairment.NONE, Semantics.DOCUMENTED, 0, 0);
  }

  /** Switches an impairment on. The next packet is number 0. */
  void impair(Impairment asked, Semantics semantics, long seed, long now) {
    impaired = !asked.isNone();
    steps = asked.steps();
    startNanos = now;
    List<Steps.Step> more = steps.steps();
    treatments = new Treatment[1 + more.size()];
    for (int i = 0; i < treatments.length; i++) {
      treatments[i] =
          new Treatment(
              i == 0 ? asked : more.get(i - 1).impairment(),
              semantics,
              direction,
              seed,
              now,
              store.slots(),
              i == 0 ? null : treatments[i - 1]);
    }
    treatment = treatments[0];
    gate = gateOf(asked, seed, now);
    counters.reset();
  }

  private SlotGate gateOf(Impairment asked, long seed, long now) {
    return asked.slot().isNone()
        ? null
        : new SlotGate(asked.slot(), now, new Draws(seed, direction, Draws.Purpose.SLOT));
  }

  /** Has what happens to packets written down from now on; null: no longer. */
  void logTo(EventLog events) {
    log = events;
  }

  /** Has what happens to packets told in a capture from now on; null: no longer. */
  void captureTo(Capture packets) {
    capture = packets;
  }

  boolean isImpaired() {
    return impaired;
  }

  LaneCounters counters() {
    return counters;
  }

  /** Takes a packet in; it is then lost, or under way, perhaps with a copy. */
  void arrive(int slot, long now) {
    long number = counters.arrive(store.packetBytes(slot));
    if (treatments.length > 1) {
      treatment = treatments[stepAt(now)];
    }
    if (treatment.drops(number, now, store, slot)) {
      counters.dropped++;
      end(slot, number, EventLog.Event.DROPPED, now);
      return;
    }
    boolean twice = treatment.duplicate.falls(number);
    boolean lost = loses(slot, number, now);
    if (twice) {
      counters.duplicated++;
      note(EventLog.Event.DUPLICATED, slot, number, now);
      if (lost) {
        // One of the two is.
        lost = false;
      } else {
        copy(slot, number + COPY, now);
      }
    }
    if (lost) {
      end(slot, number, EventLog.Event.LOST, now);
    } else {
      send(slot, number, now);
    }
  }

  private void copy(int slot, long index, long now) {
    int copy = store.take();
    if (copy == PacketStore.NO_SLOT) {
      counters.overflowed++;
      return;
    }
    store.copy(slot, copy);
    // The kernel sends a copy through everything again, but for being copied.
    if (treatment.asKernel() && loses(copy, index, now)) {
      end(copy, index, EventLog.Event.LOST, now);
    } else {
      send(copy, index, now);
    }
  }

  private int stepAt(long now) {
    long at = now - startNanos;
    if (steps.repeatNanos() > 0) {
      at %= steps.repeatNanos();
    }
    int step = 0;
    while (step < steps.steps().size() && steps.steps().get(step).atNanos() <= at) {
      step++;
    }
    return step;
  }

  /** Whether chance loses a packet; one that is marked instead is not lost. */
  boolean loses(int slot, long index, long now) {
    counters.lossTrials++;
    if (!treatment.loss.loses(index)) {
      return false;
    }
    if (treatment.impairment.ecn() && Headers.markCongestion(store, slot)) {
      counters.marked++;
      return false;
    }
    counters.lost++;
    return true;
  }

  private void send(int slot, long index, long now) {
    if (treatment.corrupt.falls(index)) {
      counters.corrupted++;
      note(EventLog.Event.CORRUPTED, slot, index, now);
      if (!corrupt(slot, index)) {
        counters.dropped++;
        store.giveBack(slot);
        return;
      }
    }
    int limit = treatment.impairment.limitPackets();
    if (limit > 0 && queue.size() >= limit) {
      counters.queueDropped++;
      end(slot, index, EventLog.Event.QUEUE_FULL, now);
      return;
    }
    long due;
    if (treatment.isEarly(index)) {
      counters.early++;
      // Also before those that are due and have not left yet.
      due = queue.isEmpty() ? now : Math.min(now, queue.firstDueNanos() - 1);
      earlyPackets++;
    } else {
      due = dueNanos(index, store.packetBytes(slot), now);
      if (due == Bottleneck.FULL) {
        counters.queueDropped++;
        end(slot, index, EventLog.Event.QUEUE_FULL, now);
        return;
      }
      due = Math.max(due, now);
    }
    queue.add(slot, due, index);
    if (gateShuts()) {
      gate.expect(queue.firstDueNanos(), now);
    }
  }

  /** Whether the first packet under way waits for its turn: those that are early are first. */
  private boolean gateShuts() {
    return gate != null && earlyPackets == 0;
  }

  /**
   * Flips one bit. The kernel's may lie in the Ethernet header, which there is none of here: false
   * if the packet would not have got through for that.
   */
  private boolean corrupt(int slot, long index) {
    int header = treatment.asKernel() ? Rate.ETHERNET_HEADER_BYTES : 0;
    long bits = store.packetBytes(slot) + (long) header;
    int at = (int) (treatment.corruptPlace.bits32(2 * index) % bits) - header;
    int bit = (int) treatment.corruptPlace.bits32(2 * index + 1) & 7;
    if (at >= 0) {
      store.setByte(slot, at, store.unsignedByte(slot, at) ^ 1 << bit);
      return true;
    }
    // Six bytes of destination, six of source, which nobody looks at, two of type.
    return at >= -8 && at < -2;
  }

  private long dueNanos(long index, int bytes, long now) {
    if (treatment.drawDeviation(index, now)) {
      counters.drawn(treatment.deviationNanos());
    }
    long delay = treatment.delayNanos();
    counters.delayNanos.record(delay);
    Bottleneck bottleneck = treatment.bottleneck;
    long due;
    if (bottleneck == null) {
      due = now + delay;
    } else if (treatment.asKernel()) {
      // Behind the last one under way, whose own delay counts towards this one's.
      long base = now;
      if (!queue.isEmpty()) {
        base = latestDueNanos;
        delay = Math.max(0, delay - (base - now));
      }
      due = base + delay + bottleneck.nanosFor(bytes, index);
    } else {
      due = bottleneck.leave(bytes, index, now);
      if (due == Bottleneck.FULL) {
        return due;
      }
      due += Math.max(0, delay);
    }
    boolean behind = !queue.isEmpty() && due - latestDueNanos < 0;
    if (behind && treatment.impairment.delay().ordered()) {
      return latestDueNanos;
    }
    if (!behind) {
      latestDueNanos = due;
    }
    return due;
  }

  /** When {@link #release} is to be called next, in ns; only when not idle. */
  long nextNanos() {
    long due = queue.firstDueNanos();
    return gateShuts() ? Math.max(due, gate.opensNanos()) : due;
  }

  /** Whether no packet is under way. */
  boolean isIdle() {
    return queue.isEmpty();
  }

  /** Takes out a packet that is due; {@link PacketStore#NO_SLOT} if none is. */
  int release(long now) {
    if (queue.isEmpty()) {
      return PacketStore.NO_SLOT;
    }
    long due = queue.firstDueNanos();
    boolean shuts = gateShuts();
    if (shuts) {
      gate.expect(due, now);
      due = Math.max(due, gate.opensNanos());
    }
    if (due - now > 0) {
      return PacketStore.NO_SLOT;
    }
    int slot = queue.remove();
    if (due != now) {
      counters.latenessNanos.record(now - due);
    }
    if (queue.wasOvertaken()) {
      counters.outOfOrder++;
      note(EventLog.Event.OVERTAKEN, slot, queue.removedIndex(), now);
    }
    if (shuts) {
      // Turns follow each other from when they were due, so that lateness does not add up.
      gate.letThrough(store.packetBytes(slot), due);
    }
    earlyPackets = Math.max(0, earlyPackets - 1);
    return slot;
  }

  private void end(int slot, long index, EventLog.Event event, long now) {
    note(event, slot, index, now);
    store.giveBack(slot);
  }

  private void note(EventLog.Event event, int slot, long index, long now) {
    if (log != null) {
      log.add(event, direction, index & ~COPY, store, slot, now);
    }
    if (capture != null) {
      capture.note(event);
    }
  }

  /** A copy of all figures. */
  LaneFigures figures() {
    return counters.figures(direction, treatments[0].impairment.owdNanos());
  }
}
