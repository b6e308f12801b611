package dev.transportbench.link.emulator;

import java.util.Locale;

/**
 * How long before a packet is due its thread should be awake. A core that sleeps takes its time to
 * wake up, on a virtual machine often more than 100 µs, and all of it would be the packet's error.
 * So the timer is set early by about as much as wake-ups have lately been late, and the rest is
 * waited out awake.
 *
 * <p>That costs CPU time, which is bounded: no more than {@value #SHARE_PERCENT} % of the time that
 * passes, and {@value #LONGEST_NANOS} ns at a time. Where wake-ups are quick, as on cores that are
 * busy anyway, it is next to nothing. Reads no clock; for one thread.
 */
final class WakeUpLead {
  /** Longer, and the threads that a core belongs to would notice. */
  static final long LONGEST_NANOS = 100_000;

  /** Of one core's time, that may be waited out awake. */
  static final int SHARE_PERCENT = 5;

  // The lead follows this quantile of the lateness, in tenths: one in ten wakes up later.
  private static final int TENTHS = 9;
  private static final long STEP_NANOS = 200;
  // What a pause may save up: two leads of the longest kind.
  private static final long MOST_SAVED_NANOS = 2 * LONGEST_NANOS;

  private final boolean allowed;
  private long lateNanos;
  private long savedNanos;
  private long countedNanos;
  private long awakeNanos;
  private boolean counting;

  /**
   * @param allowed without it every lead is 0; only a thread that no ordinary one can keep from
   *     running may wait awake, or it would be descheduled for just that
   */
  WakeUpLead(boolean allowed) {
    this.allowed = allowed;
  }

  /** How long before it is due to be awake, in ns. */
  long nanos(long now) {
    if (!allowed) {
      return 0;
    }
    if (counting) {
      long passed = Math.min(now - countedNanos, MOST_SAVED_NANOS * 100 / SHARE_PERCENT);
      savedNanos = Math.min(MOST_SAVED_NANOS, savedNanos + passed * SHARE_PERCENT / 100);
    }
    counting = true;
    countedNanos = now;
    return Math.max(0, Math.min(lateNanos, savedNanos));
  }

  /** The thread slept until a timer and woke up so much later, in ns. */
  void woke(long late) {
    // Nine steps up for each that is later, one down for each that is not: in balance where one in
    // ten is later.
    long moved = late > lateNanos ? TENTHS * STEP_NANOS : -(10 - TENTHS) * STEP_NANOS;
    lateNanos = Math.max(0, Math.min(LONGEST_NANOS, lateNanos + moved));
  }

  /** So much was waited out awake, in ns. */
  void waited(long nanos) {
    savedNanos -= nanos;
    awakeNanos += nanos;
  }

  /** How long was waited out awake since the start, in ns. */
  long awakeNanos() {
    return awakeNanos;
  }

  /** One JSON object on one line: the lead that the machine calls for, and what leads cost. */
  String toJson() {
    return String.format(
        Locale.ROOT,
        "{\"leadMicros\":%.1f,\"awakeMillis\":%.3f}",
        allowed ? lateNanos / 1e3 : 0,
        awakeNanos / 1e6);
  }
}
