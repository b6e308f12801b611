package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Impairment.JitterDistribution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaneCheckTest {
  private static final Impairment ASKED =
      new Impairment(15_000_000, 2_500_000, JitterDistribution.NORMAL, 0.005);

  private final List<String> violations = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  @Test
  void acceptsWhatWasAsked() {
    check(ASKED, figures(10_000, 50, 15.0, 120)).againstAsked();
    assertThat(violations).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void refusesALossThatChanceDoesNotExplain() {
    check(ASKED, figures(10_000, 90, 15.0, 120)).againstAsked();
    assertThat(violations)
        .containsExactly(
            "up: 90 of 10000 packets were lost, asked were 0.5 %, which allows 24 to 80");
  }

  @Test
  void saysNothingAboutLossWhereTooFewPacketsWent() {
    check(ASKED, figures(1_000, 0, 15.0, 120)).againstAsked();
    assertThat(violations).isEmpty();
  }

  @Test
  void refusesAnyLossWhereNoneWasAsked() {
    check(Impairment.NONE, figures(100, 1, 0, 0)).againstAsked();
    assertThat(violations).containsExactly("up: 1 of 100 packets were lost, asked were 0.0 %");
  }

  @Test
  void refusesAMeanDelayThatChanceDoesNotExplain() {
    check(ASKED, figures(10_000, 50, 15.2, 120)).againstAsked();
    assertThat(violations)
        .containsExactly(
            "up: the mean of 9950 drawn delays is 15.2000 ms, asked were 15.0000 ± 0.0975 ms");
  }

  @Test
  void warnsOfALateEmulatorAndThenRefusesIt() {
    check(ASKED, figures(10_000, 50, 15.0, 1_500)).againstAsked();
    assertThat(violations).isEmpty();
    assertThat(warnings).containsExactly("up: 1 % of packets left 1500 µs late or later");
    check(ASKED, figures(10_000, 50, 15.0, 6_000)).againstAsked();
    assertThat(violations)
        .containsExactly("up: 1 % of packets left 6000 µs late or later, allowed are 5000");
  }

  @Test
  void judgesFewPacketsByTheirMedianLateness() {
    Map<String, Number> figures = figures(100, 0, 15.0, 15_000);
    figures.put("latenessP50Micros", 40);
    check(ASKED, figures).againstAsked();
    assertThat(violations).isEmpty();
    assertThat(warnings).isEmpty();
    figures.put("latenessP50Micros", 6_000);
    check(ASKED, figures).againstAsked();
    assertThat(violations)
        .containsExactly("up: half of packets left 6000 µs late or later, allowed are 5000");
  }

  @Test
  void refusesPacketsThatTheDeviceDoesNotKnow() {
    check(ASKED, figures(10_000, 50, 15.0, 120)).againstDevice(9_000, 1, 9_999, 10_000_000);
    assertThat(violations)
        .containsExactly("up: the emulator counts 10000 packets, the device 9000 to 9999");
  }

  @Test
  void refusesOverflow() {
    Map<String, Number> figures = figures(10_000, 50, 15.0, 120);
    figures.put("overflowed", 3);
    figures.put("refused", 2);
    check(ASKED, figures).againstAsked();
    assertThat(violations)
        .containsExactly(
            "up: 3 packets found no room in the emulator",
            "up: 2 packets were not taken by the device at the far end");
  }

  private LaneCheck check(Impairment asked, Map<String, Number> figures) {
    return new LaneCheck(Direction.UP, asked, Semantics.DOCUMENTED, figures, violations, warnings);
  }

  private static Map<String, Number> figures(
      long packets, long lost, double meanMillis, double latenessP99Micros) {
    Map<String, Number> figures = new HashMap<>();
    figures.put("totalPackets", packets);
    figures.put("totalBytes", packets * 100);
    figures.put("packets", packets);
    figures.put("lossTrials", packets);
    figures.put("lost", lost);
    figures.put("marked", 0);
    figures.put("duplicated", 0);
    figures.put("corrupted", 0);
    figures.put("overflowed", 0);
    figures.put("refused", 0);
    figures.put("delays", meanMillis == 0 ? 0 : packets - lost);
    figures.put("delayMeanMillis", meanMillis);
    if (latenessP99Micros > 0) {
      figures.put("latenessP99Micros", latenessP99Micros);
    }
    return figures;
  }
}
