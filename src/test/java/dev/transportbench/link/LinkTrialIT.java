package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links put to the test, as {@code link check} does. */
class LinkTrialIT {
  private static final long BUDGET_NANOS = 1_500_000_000L;

  @BeforeAll
  static void needsTun() {
    NeedsLink.on(Backend.TUN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cellular-firefly",
        "interop-base",
        "starlink",
        "lte-drive",
        "udp-blocked",
        "netem:delay 5ms loss gemodel 1% 10% 70% 0.1% corrupt 2% duplicate 2%"
      })
  void isAsAsked(String profile) throws Exception {
    LinkTrial trial = LinkTrial.run(LinkProfiles.load(profile), Backend.TUN, 1, BUDGET_NANOS);
    assertThat(trial.evidence().violations()).isEmpty();
    assertThat(trial.probed().keySet()).containsExactly(Direction.UP, Direction.DOWN);
    assertThat(trial.evidence().measured()).containsKey("probe");
  }

  @Test
  void theProbeBeforeATrialIsNotCounted() throws Exception {
    try (Link link = Links.open(LinkProfiles.load("netem:delay 5ms"), Backend.TUN, 1)) {
      link.impair();
      assertThat(link.counters()).contains(new Link.Counters(0, 0, 0, 0));
      Map<?, ?> measured = link.evidence().measured();
      assertThat(((Map<?, ?>) measured.get("up")).get("packets")).isEqualTo(0);
      Map<?, ?> up = (Map<?, ?>) ((Map<?, ?>) measured.get("probe")).get("up");
      assertThat((double) up.get("delayP50Millis")).isGreaterThanOrEqualTo(5);
      assertThat(link.evidence().violations()).isEmpty();
    }
  }

  @Test
  void aLinkTooSlowForAProbeSaysSo() throws Exception {
    try (Link link = Links.open(LinkProfiles.load("netem:delay 2s"), Backend.TUN, 1)) {
      link.impair();
      assertThat(((Map<?, ?>) link.evidence().measured().get("probe")).get("notAvailable"))
          .isNotNull();
      assertThat(link.evidence().violations()).isEmpty();
    }
  }
}
