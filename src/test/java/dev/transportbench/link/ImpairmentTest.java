package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.emulator.EmulatorMain;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImpairmentTest {
  @Test
  void survivesTheWayToTheEmulator() {
    Impairment asked = new Impairment(15_000_001, 2_500_000, JitterDistribution.UNIFORM, 1.0 / 3);
    assertThat(Impairment.ofWord(asked.toWord())).isEqualTo(asked);
    assertThat(asked.toWord()).doesNotContain(" ");
  }

  @Test
  void everyFieldSurvives() {
    Impairment step = new Impairment(1, 2, JitterDistribution.NORMAL, 0.1);
    Impairment asked =
        Impairment.builder()
            .delay(new Delay(5, 6, JitterDistribution.TABLE, "/a b/c;d,e=f", 0.1, true, 7))
            .loss(new Loss.FourState(0.1, 0.2, 0.3, 0.4, 0.5))
            .drops(new Drops(List.of(7L, 8L), 3, 100, 5, 2, true))
            .duplicate(new Chance(0.1, 0.2))
            .corrupt(new Chance(0.3, 0.4))
            .reorder(new Reorder(new Chance(0.5, 0.6), 5))
            .rate(new Rate(1_000, -4, 48, 5, true, "/t"))
            .queue(new QueueLimit(5, 6))
            .limitPackets(9)
            .slot(new Slot(0, 0, JitterDistribution.PARETO, "", 1, 2, 3, 4))
            .ecn(true)
            .steps(new Steps(100, List.of(new Steps.Step(50, step))))
            .build();
    assertThat(Impairment.ofWord(asked.toWord())).isEqualTo(asked);
    assertThat(asked.toWord()).doesNotContain(" ");
    assertThat(Impairment.ofWord(Impairment.NONE.toWord())).isEqualTo(Impairment.NONE);
    Impairment ge = Impairment.builder().loss(new Loss.GilbertElliott(0.1, 0.2, 0.3, 0)).build();
    assertThat(Impairment.ofWord(ge.toWord())).isEqualTo(ge);
  }

  @Test
  void theEmulatorIsStartedByItsRightName() {
    assertThat(EmulatorProcess.MAIN_CLASS).isEqualTo(EmulatorMain.class.getName());
  }
}
