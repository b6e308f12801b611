package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
  private static final Map<String, Number> LATE =
      Map.of("latenessP50Micros", 7.2, "latenessP99Micros", 310.4, "latenessMaxMicros", 6354.0);

  private static Optional<String> warning(String words, int cores) {
    Impairment asked = LinkProfiles.load("netem:" + words).up();
    return Envelope.warning(Direction.UP, asked, LATE, cores);
  }

  @Test
  void aFastLinkWithDelayIsBeyondTwoCores() {
    assertThat(warning("delay 15ms rate 500mbit", 2))
        .hasValue(
            "up: 500 Mbit/s with delay is beyond the 200 that 2 cores carry on time:"
                + " packets left late by p50 7, p99 310, max 6354 µs");
  }

  @Test
  void whatIsWithinOrHasMoreCoresIsNot() {
    assertThat(warning("delay 15ms rate 200mbit", 2)).isEmpty();
    assertThat(warning("rate 500mbit", 2)).isEmpty();
    assertThat(warning("delay 15ms rate 500mbit", 4)).isEmpty();
  }

  @Test
  void whereNothingWentThereIsNothingToTell() {
    Impairment asked = LinkProfiles.load("netem:delay 15ms rate 500mbit").up();
    assertThat(Envelope.warning(Direction.UP, asked, Map.of("packets", 0), 2)).isEmpty();
  }
}
