package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LinksTest {
  @ParameterizedTest
  @EnumSource(names = {"LOOPBACK", "VETH"})
  void aBackendWithoutEmulatorRefusesAProfileThatTakesOne(Backend backend) {
    for (String profile : new String[] {"open", "cellular-firefly"}) {
      assertThatThrownBy(() -> Links.open(LinkProfiles.load(profile), backend, 1))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "backend: '%s' has no emulator, which link profile '%s' takes; allowed: auto, tun",
              backend.label(), profile);
    }
  }

  @Test
  void loopbackIsTheHostsOwnAndHasNoCounters() throws Exception {
    try (Link link = Links.open(LinkProfiles.load("clean"), Backend.LOOPBACK, 1)) {
      assertThat(Traffic.oneWay(link, End.CLIENT, 10, 100, 0)).hasSize(10);
      assertThat(link.counters()).isEmpty();
      assertThat(link.emulatorCpuNanos()).isEmpty();
      assertThat(link.evidence().asked()).containsEntry("backend", "loopback");
      assertThat(link.evidence().measured()).isEmpty();
    }
  }

  @Test
  void labelsAreReadBack() {
    for (Backend backend : Backend.values()) {
      assertThat(Backend.labelled(backend.label())).isEqualTo(backend);
    }
    assertThatThrownBy(() -> Backend.labelled("netem"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("backend: 'netem' is not one of ours; allowed: auto, loopback, veth, tun");
  }
}
