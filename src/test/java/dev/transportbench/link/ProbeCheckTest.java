package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.LinkProbe.Heard;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProbeCheckTest {
  @Test
  void acceptsWhatWasAsked() {
    assertThat(violations("netem:delay 15ms", heard(50, 50, 15_100_000))).isEmpty();
    assertThat(violations("netem:delay 15ms 2.5ms", heard(50, 50, 15_900_000))).isEmpty();
    assertThat(violations("netem:rate 1mbit", heard(50, 50, 500_000))).isEmpty();
  }

  @Test
  void refusesAnotherDelay() {
    assertThat(violations("netem:delay 15ms", heard(50, 50, 14_900_000)))
        .containsExactly(
            "up: the median of 50 probes' delays is 14.900 ms, allowed are 14.950 to 20.000 ms");
    assertThat(violations("netem:delay 15ms", heard(50, 50, 21_000_000))).hasSize(1);
  }

  @Test
  void refusesALossThatWasNotAsked() {
    assertThat(violations("netem:delay 15ms", heard(50, 49, 15_100_000)))
        .containsExactly("up: 1 of 50 probes were lost");
    assertThat(violations("netem:delay 15ms loss 50%", heard(50, 25, 15_100_000))).isEmpty();
    assertThat(violations("netem:delay 15ms loss 50%", heard(50, 48, 15_100_000))).hasSize(1);
    // Too few to say anything.
    assertThat(violations("netem:delay 15ms loss 1%", heard(50, 45, 15_100_000))).isEmpty();
  }

  @Test
  void blockedIsBlocked() {
    assertThat(violations("udp-blocked", heard(50, 0, 0))).isEmpty();
    assertThat(violations("udp-blocked", heard(50, 2, 10_000_000)))
        .containsExactly("up: 2 of 50 UDP probes got through, asked were none");
  }

  @Test
  void judgesNoDelayThatDependsOnMoreThanADraw() {
    assertThat(violations("starlink", heard(50, 50, 99_000_000))).isEmpty();
    assertThat(violations("wifi-outages", heard(50, 50, 99_000_000))).isEmpty();
  }

  @Test
  void goesSlowlyWhereTheLinkIsSlowAndNotWhereItTakesTooLong() {
    assertThat(LinkProbe.within(LinkProfiles.load("open"), 400_000_000).count()).isEqualTo(76);
    assertThat(LinkProbe.within(LinkProfiles.load("wpt-2g"), 600_000_000).count()).isBetween(1, 20);
    assertThat(LinkProbe.within(LinkProfiles.load("netem:delay 2s"), 1_000_000_000).count())
        .isZero();
  }

  private static Heard heard(int sent, int got, long delayNanos) {
    return new Heard(
        sent,
        IntStream.range(0, got).boxed().toList(),
        LongStream.generate(() -> delayNanos).limit(got).boxed().toList());
  }

  private static List<String> violations(String profile, Heard heard) {
    return new ProbeCheck(Direction.UP, LinkProfiles.load(profile), Backend.TUN, heard, 5)
        .violations();
  }
}
