package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the kernel's netem counted against what was asked. */
class NetemCheckTest {
  private static final String LOSS =
      """
      {"limit":1000,"loss-random":{"loss":0.05,"correlation":0},"ecn":false,"gap":0}""";
  private static final String RATE =
      """
      {"limit":1000,"rate":{"rate":125000,"packetoverhead":0,"cellsize":0,"celloverhead":0},"gap":0}""";

  private final List<String> violations = new ArrayList<>();

  private NetemCheck check(String words, String options, long packets, long drops, long waiting) {
    String json =
        """
        [{"dev":"d","kind":"netem","handle":"1:","options":%s,
          "bytes":0,"packets":%d,"drops":%d,"qlen":%d}]"""
            .formatted(options, packets, drops, waiting);
    return new NetemCheck(
        Direction.UP,
        LinkProfiles.load(words).up(),
        new NetemCheck.Reading(Tc.Discipline.ofJson(json).get(0), null),
        violations);
  }

  @Test
  void lossAsAskedIsFine() {
    NetemCheck check = check("netem:loss 5%", LOSS, 9_500, 490, 10);
    check.againstAsked();
    check.againstDevice(10_000, 10_000);
    assertThat(violations).isEmpty();
    assertThat(check.measured())
        .containsEntry("packets", 10_000L)
        .containsEntry("lost", 490L)
        .containsEntry("lossFraction", 0.049);
  }

  @Test
  void tooMuchLossIsAViolation() {
    check("netem:loss 5%", LOSS, 9_300, 700, 0).againstAsked();
    assertThat(violations)
        .hasSize(1)
        .first()
        .asString()
        .startsWith("up: 700 of 10000 packets were lost, which allows ");
  }

  @Test
  void changedSettingsAreAViolation() {
    check("netem:loss 6%", LOSS, 0, 0, 0).againstAsked();
    assertThat(violations)
        .containsExactly(
            "up: the kernel no longer has what was asked: loss: asked 0.06, applied 0.05");
  }

  @Test
  void packetsThatWentElsewhereAreAViolation() {
    check("netem:loss 5%", LOSS, 95, 5, 0).againstDevice(101, 102);
    assertThat(violations).containsExactly("up: netem counts 100 packets, the device 101 to 102");
  }

  @Test
  void underARateADropIsNotALoss() {
    NetemCheck check = check("netem:rate 1mbit", RATE, 500, 500, 0);
    check.againstAsked();
    assertThat(violations).isEmpty();
    assertThat(check.measured()).containsEntry("dropped", 500L).doesNotContainKey("lost");
  }
}
