package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.emulator.EmulatorMain;
import org.junit.jupiter.api.Test;

class ImpairmentTest {
  @Test
  void survivesTheWayToTheEmulator() {
    Impairment asked = new Impairment(15_000_001, 2_500_000, JitterDistribution.UNIFORM, 1.0 / 3);
    assertThat(Impairment.ofWord(asked.toWord())).isEqualTo(asked);
    assertThat(asked.toWord()).doesNotContain(" ");
  }

  @Test
  void theEmulatorIsStartedByItsRightName() {
    assertThat(EmulatorProcess.MAIN_CLASS).isEqualTo(EmulatorMain.class.getName());
  }
}
