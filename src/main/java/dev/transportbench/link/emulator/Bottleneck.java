package dev.transportbench.link.emulator;

import dev.transportbench.link.QueueLimit;
import dev.transportbench.link.Rate;

/** Lets packets out one after the other, each after its time, and holds a bounded number. */
final class Bottleneck {
  /** Instead of a time: no room to wait. */
  static final long FULL = Long.MIN_VALUE;

  private final Rate rate;
  private final QueueLimit limit;
  private final Draws draws;
  private final Trace trace;

  // Those that have not left yet, as a ring: when each does, and its size.
  private final long[] leaves;
  private final int[] sizes;
  private int first;
  private int count;
  private long bytes;

  private long freeNanos;

  /**
   * @param most how many can be under way at all
   */
  Bottleneck(Rate rate, QueueLimit limit, int most, long nowNanos, Draws draws) {
    this.rate = rate;
    this.limit = limit;
    this.draws = draws;
    trace = rate.traceFile().isEmpty() ? null : Trace.read(rate.traceFile(), nowNanos);
    leaves = new long[most];
    sizes = new int[most];
    freeNanos = nowNanos;
  }

  /** How long a packet takes alone, in ns. */
  long nanosFor(int packetBytes, long index) {
    long nanos = rate.nanosFor(packetBytes);
    return rate.poisson() ? Math.round(-nanos * StrictMath.log(1 - draws.uniform(index))) : nanos;
  }

  /** When a packet that comes now has left, or {@link #FULL}. */
  long leave(int packetBytes, long index, long now) {
    while (count > 0 && leaves[first] - now <= 0) {
      bytes -= sizes[first];
      first = (first + 1) % leaves.length;
      count--;
    }
    // The first is on its way out.
    int waiting = Math.max(0, count - 1);
    long waitingBytes = count == 0 ? 0 : bytes - sizes[first];
    boolean full =
        count == leaves.length
            || count > 0
                && (limit.packets() > 0 && waiting >= limit.packets()
                    || limit.bytes() > 0 && waitingBytes + packetBytes > limit.bytes());
    if (full) {
      return FULL;
    }
    if (trace != null) {
      freeNanos = trace.leave(packetBytes, now);
    } else {
      freeNanos = Math.max(now, freeNanos) + nanosFor(packetBytes, index);
    }
    int at = (first + count++) % leaves.length;
    leaves[at] = freeNanos;
    sizes[at] = packetBytes;
    bytes += packetBytes;
    return freeNanos;
  }
}
