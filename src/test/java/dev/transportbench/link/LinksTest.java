package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
              "backend: '%s' has no emulator, which link profile '%s' takes; allowed: auto, tun, netem",
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
  void netemRefusesWhatTcCannotByName() {
    assertThatThrownBy(() -> Links.open(LinkProfiles.load("udp-blocked"), Backend.NETEM, 1))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "backend: 'netem' cannot do what link profile 'udp-blocked' asks: udp: netem does not"
                + " look at the protocol; nft does; allowed: tun");
    LinkProfile correlated = LinkProfiles.load("netem:loss 5% 25%");
    assertThat(Links.refusal(correlated, Backend.NETEM).orElseThrow()).contains("loss.correlation");
    assertThat(Links.refusal(correlated.with(Semantics.KERNEL), Backend.NETEM)).isEmpty();
    assertThat(Links.refusal(LinkProfiles.load("cellular-firefly"), Backend.NETEM)).isEmpty();
  }

  @Test
  void oneLoopbackForBothEndsIsNetemsOnly(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("both.yaml");
    Files.writeString(
        file, "{description: a test, source: this, topology: loopback, both: {owd: 15ms}}");
    LinkProfile profile = LinkProfiles.load(file.toString());
    assertThat(profile.topology()).isEqualTo(Topology.LOOPBACK);
    assertThat(Links.refusal(profile, Backend.NETEM)).isEmpty();
    assertThat(Links.refusal(profile, Backend.TUN))
        .contains(
            "backend: 'tun' has no topology 'loopback', which link profile '%s' asks; allowed: netem"
                .formatted(file));
    // Nothing else is put in its place.
    assertThat(Links.resolveAuto(profile)).isEqualTo(Backend.NETEM);
  }

  @Test
  void autoIsNetemWhereTheKernelHasItAndElseTun() {
    LinkProfile firefly = LinkProfiles.load("cellular-firefly");
    Backend expected = LinkSupport.whyNot(Backend.NETEM).isEmpty() ? Backend.NETEM : Backend.TUN;
    assertThat(Links.resolveAuto(firefly)).isEqualTo(expected);
    assertThat(Links.resolveAuto(LinkProfiles.load("udp-blocked"))).isEqualTo(Backend.TUN);
    LinkSupport.whyNot(Backend.NETEM)
        .ifPresent(why -> assertThat(why).startsWith("backend 'netem': ").contains("; get it: "));
  }

  @Test
  void labelsAreReadBack() {
    for (Backend backend : Backend.values()) {
      assertThat(Backend.labelled(backend.label())).isEqualTo(backend);
    }
    assertThatThrownBy(() -> Backend.labelled("dummynet"))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "backend: 'dummynet' is not one of ours; allowed: auto, loopback, veth, tun, netem");
  }
}
