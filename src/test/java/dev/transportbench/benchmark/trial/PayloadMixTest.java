package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.config.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadMixTest {

  @Test
  void drawsByWeight() {
    PayloadMix mix = PayloadMix.parse("payloads", "128:3+1024:1", 7);
    int[] drawn = new int[2];
    for (int i = 0; i < 40_000; i++) {
      drawn[mix.next()]++;
    }
    assertThat(drawn[0] / 40_000.0).isCloseTo(0.75, within(0.01));
    assertThat(mix.bytes(0)).isEqualTo(128);
    assertThat(mix.request(1).getPayload().size()).isEqualTo(1024);
  }

  @Test
  void oneSizeNeedsNoWeight() {
    PayloadMix mix = PayloadMix.parse("payloads", "0", 7);
    assertThat(mix.next()).isZero();
    assertThat(mix.bytes(0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "128:", "128:0", "128:1:1", "-1", "128+", "128+128", "5000000", "1:1001"})
  void refusesInOneLine(String text) {
    assertThatThrownBy(() -> PayloadMix.parse("payloads", text, 7))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("payloads: '" + text + "' is no mix of payloads; allowed: BYTES or")
        .hasMessageNotContaining("\n");
  }
}
