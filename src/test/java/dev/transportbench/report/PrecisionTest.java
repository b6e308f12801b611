package dev.transportbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrecisionTest {
  @Test
  void saysWhatForksFindAtTheVariationsThatItAssumes() {
    // 6 % of CPU, ten pairs: docs/comparing.md has 27 % for six forks, 16 for ten, 9 for twenty.
    assertThat(Precision.lines(6, 10).get(0)).contains("CPU 27 % (CV 6.0 %)");
    assertThat(Precision.lines(10, 10).get(0)).contains("CPU 16 % (CV 6.0 %)");
    assertThat(Precision.lines(20, 10).get(0))
        .startsWith(
            "precision: 20 forks a side find, nine times in ten, one change among 10 pairs of:"
                + " time")
        .contains("CPU 9.")
        .contains("allocation 1.0 % (CV 0.2 %), wire bytes 0.5 % (CV 0.2 %); the CVs are assumed");
  }

  @Test
  void saysThatTooFewForksBuyNone() {
    assertThat(Precision.lines(1, 10))
        .containsExactly(
            "precision: none: with 1 fork a side a noisy figure gets no verdict; it takes 5");
    assertThat(Precision.lines(5, 30).get(0))
        .isEqualTo(
            "precision: none: 5 forks a side are too few to find a change in one of 30 pairs");
    assertThat(Precision.lines(6, 0).get(0)).contains("no contrast has a pair");
  }
}
