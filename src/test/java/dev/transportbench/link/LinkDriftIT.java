package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.bench.DelayErrors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The emulator's clock stays true. */
class LinkDriftIT {
  private static final int PACKETS_PER_SECOND = 1_000;
  private static final int MINUTES = 10;
  private static final double MOST_MICROS = 50;

  @Test
  @Tag("slow")
  void theDelayErrorDoesNotDriftInTenMinutes() throws Exception {
    NeedsLink.on(Backend.TUN);
    double[] medians = new double[MINUTES];
    try (DelayErrors errors = DelayErrors.open(PACKETS_PER_SECOND, 0)) {
      errors.await(PACKETS_PER_SECOND);
      errors.take();
      for (int minute = 0; minute < MINUTES; minute++) {
        errors.await(60 * PACKETS_PER_SECOND);
        long[] sorted = errors.take();
        medians[minute] = DelayErrors.quantileMicros(sorted, 0.5);
        System.out.printf(
            "minute %d: later than 15 ms by p50 %.1f, p99 %.1f µs (%d packets)%n",
            minute + 1, medians[minute], DelayErrors.quantileMicros(sorted, 0.99), sorted.length);
      }
    }
    assertThat(Math.abs(medians[MINUTES - 1] - medians[0])).isLessThan(MOST_MICROS);
  }
}
