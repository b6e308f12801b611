package dev.transportbench.link;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Up to where the emulator is on time: beyond it a link is still measured, but said to be beyond.
 * {@code write()} to a device runs the receiver's TCP on the emulator's thread; at high rates that
 * makes the packets behind wait.
 */
final class Envelope {
  private static final long BITS_PER_SECOND = 200_000_000;
  private static final int CORES = 2;

  private Envelope() {}

  /**
   * What to say of one direction.
   *
   * @param figures the emulator's
   */
  static Optional<String> warning(
      Direction direction, Impairment asked, Map<String, Number> figures, int cores) {
    long rate = asked.rate().bitsPerSecond();
    boolean delays = asked.owdNanos() > 0;
    for (Steps.Step step : asked.steps().steps()) {
      rate = Math.max(rate, step.impairment().rate().bitsPerSecond());
      delays |= step.impairment().owdNanos() > 0;
    }
    if (cores > CORES
        || !delays
        || rate <= BITS_PER_SECOND
        || !figures.containsKey("latenessP99Micros")) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s: %.0f Mbit/s with delay is beyond the %.0f that %d cores carry on time:"
                + " packets left late by p50 %.0f, p99 %.0f, max %.0f µs",
            direction.label(),
            rate / 1e6,
            BITS_PER_SECOND / 1e6,
            CORES,
            figures.get("latenessP50Micros").doubleValue(),
            figures.get("latenessP99Micros").doubleValue(),
            figures.get("latenessMaxMicros").doubleValue()));
  }
}
