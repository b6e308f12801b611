package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TcCommandsTest {
  @Test
  void netemsWordsComeBack() {
    String words =
        "limit 50 delay 30ms 5ms 25% distribution pareto loss gemodel 1% 10% 70% 0.1% corrupt 2%"
            + " duplicate 3% 10% reorder 4% 50% gap 5 rate 10mbit 20 48 5 slot 0.8ms 1ms packets 32"
            + " bytes 65536";
    LinkProfile profile = LinkProfiles.load("netem-up:" + words).with(Semantics.KERNEL);
    TcCommands up = TcCommands.of(profile, Direction.UP);
    assertThat(up.commands()).containsExactly("tc qdisc add dev DEV root handle 1: netem " + words);
    assertThat(up.cannot()).isEmpty();
    assertThat(TcCommands.of(profile, Direction.DOWN).commands()).isEmpty();
  }

  @Test
  void whatTcCannotIsNamed() {
    assertThat(cannot("starlink-handover"))
        .containsExactly(
            "ordered: netem lets packets overtake when their delays vary",
            "redraw: netem draws a delay for each packet",
            "steps: netem does not go by the clock; run a command at each step");
    assertThat(cannot("udp-blocked"))
        .containsExactly("udp: netem does not look at the protocol; nft does");
    assertThat(cannot("wifi-outages")).contains("rate.trace: netem takes no traces");
    assertThat(cannot("netem:loss 5% 25%"))
        .containsExactly("loss.correlation: Linux loses far less than asked when it is correlated");
  }

  @Test
  void aQueueOfItsOwnIsATokenBucket() {
    TcCommands up = TcCommands.of(LinkProfiles.load("wpt-3g"), Direction.UP);
    assertThat(up.commands())
        .containsExactly(
            "tc qdisc add dev DEV root handle 1: netem limit 100000 delay 150ms",
            "tc qdisc add dev DEV parent 1: handle 2: tbf rate 768kbit burst 1514 limit 34282");
  }

  @Test
  void anotherPlaceHasOtherNumbers() {
    TcCommands up = TcCommands.of(LinkProfiles.load("wpt-3g"), Direction.UP);
    assertThat(up.at("lo", "parent 1:2", 0x20))
        .containsExactly(
            "qdisc add dev lo parent 1:2 handle 20: netem limit 100000 delay 150ms",
            "qdisc add dev lo parent 20: handle 21: tbf rate 768kbit burst 1514 limit 34282");
    assertThat(TcCommands.open().at("to-client", "root", 1))
        .containsExactly("qdisc add dev to-client root handle 1: netem limit 100000");
  }

  @Test
  void aCleanProfileTakesNone() {
    assertThat(TcCommands.of(LinkProfiles.load("clean"), Direction.UP).commands()).isEmpty();
  }

  private static List<String> cannot(String profile) {
    return TcCommands.of(LinkProfiles.load(profile), Direction.UP).cannot();
  }
}
