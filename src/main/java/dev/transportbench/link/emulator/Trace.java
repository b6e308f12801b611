package dev.transportbench.link.emulator;

import dev.transportbench.link.RateTrace;

/** Chances to leave, as a trace says; it starts over at its end. */
final class Trace {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final int[] millis;
  private final long periodNanos;
  private final long startNanos;
  private long chance;
  private int bytesLeft = RateTrace.CHANCE_BYTES;

  private Trace(int[] millis, long startNanos) {
    this.millis = millis;
    this.startNanos = startNanos;
    periodNanos = millis[millis.length - 1] * NANOS_PER_MILLI;
  }

  static Trace read(String file, long startNanos) {
    return new Trace(RateTrace.read(file).millis(), startNanos);
  }

  /** When a packet that comes now, behind all before it, has left. */
  long leave(int packetBytes, long now) {
    if (at(chance) - now < 0) {
      chance = Math.max(chance, (now - startNanos) / periodNanos * millis.length);
      while (at(chance) - now < 0) {
        chance++;
      }
      bytesLeft = RateTrace.CHANCE_BYTES;
    }
    if (bytesLeft < packetBytes) {
      chance++;
      bytesLeft = RateTrace.CHANCE_BYTES;
    }
    bytesLeft -= packetBytes;
    return at(chance);
  }

  private long at(long index) {
    long round = index / millis.length;
    return startNanos
        + round * periodNanos
        + millis[(int) (index % millis.length)] * NANOS_PER_MILLI;
  }
}
