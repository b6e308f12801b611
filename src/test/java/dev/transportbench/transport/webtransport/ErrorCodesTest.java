package dev.transportbench.transport.webtransport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorCodesTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 29, 30, 31, 59, 60, 255, 0x7fff_ffffL, 0xffff_ffffL})
  void mapsThereAndBackPastTheReservedOnes(long code) {
    long http = ErrorCodes.toHttp(code);
    assertThat((http - 0x21) % 0x1f).isNotZero();
    assertThat(ErrorCodes.fromHttp(http)).isEqualTo(code);
  }

  @Test
  void fillsTheRangeOfTheDraft() {
    assertThat(ErrorCodes.toHttp(0)).isEqualTo(0x52e4a40fa8dbL);
    assertThat(ErrorCodes.toHttp(29)).isEqualTo(0x52e4a40fa8f8L);
    assertThat(ErrorCodes.toHttp(30)).isEqualTo(0x52e4a40fa8faL);
    assertThat(ErrorCodes.toHttp(0xffff_ffffL)).isEqualTo(0x52e5ac983162L);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 0x10c, 0x52e4a40fa8daL, 0x52e4a40fa8f9L, 0x52e5ac983163L})
  void knowsWhichAreNoApplications(long http) {
    assertThat(ErrorCodes.fromHttp(http)).isEqualTo(ErrorCodes.NONE);
  }

  @Test
  void refusesMoreThan32Bits() {
    assertThatIllegalArgumentException().isThrownBy(() -> ErrorCodes.toHttp(1L << 32));
    assertThatIllegalArgumentException().isThrownBy(() -> ErrorCodes.toHttp(-1));
  }
}
