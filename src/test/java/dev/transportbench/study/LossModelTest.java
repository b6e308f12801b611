package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossModelTest {
  private static LossModel tcp(double rtt, double deviation, double loss) {
    return new LossModel(rtt, deviation, loss, loss, false);
  }

  private static LossModel quic(double rtt, double deviation, double loss) {
    return new LossModel(rtt, deviation, loss, loss, true);
  }

  /** A thesis measured 242.9 to 249.9 ms and 66.7 to 68 at 20 ms; 260.9 to 269 at 30 for TCP. */
  @ParameterizedTest
  @CsvSource({"20, 240, 66", "30, 260, 86", "60, 320, 146", "300, 800, 626"})
  void aTimerAndTwoRoundTripsWhereTheDelayIsSteady(double rtt, double tcp, double quic) {
    assertThat(tcp(rtt, 0, 0.01).lostMillis()).isCloseTo(tcp, within(1e-9));
    assertThat(quic(rtt, 0, 0.01).lostMillis()).isCloseTo(quic, within(1e-9));
  }

  @Test
  void jitterLengthensQuicsTimerAndTcpsOnlyBeyondItsLeast() {
    double jitter = Math.hypot(2.5, 2.5);

    assertThat(quic(30, jitter, 0.005).lostMillis()).isBetween(85.0, 97.0);
    assertThat(tcp(30, jitter, 0.005).lostMillis()).isEqualTo(260);
    // 4 × .8 × 100 ms: the timer of RFC 6298 would wait 350 ms; the probe of RFC 8985 waits 260.
    assertThat(tcp(30, 100, 0.005).lostMillis()).isCloseTo(290, within(1e-9));
  }

  @Test
  void eitherPacketMayBeLost() {
    assertThat(tcp(30, 0, 0.005).lostShare()).isCloseTo(0.009975, within(1e-12));
    assertThat(tcp(30, 0, 0).lostShare()).isZero();
  }

  @Test
  void atOnePercentP99IsOnTheKneeAndP999AmongTheLost() {
    LossModel model = tcp(30, 3.5, 0.005);

    assertThat(model.isOnTheKnee(0.99)).isTrue();
    assertThat(model.isOnTheKnee(0.999)).isFalse();
    assertThat(model.quantileMillis(0.999)).isEqualTo(260);
    assertThat(model.quantileMillis(0.5)).isBetween(30.0, 30.1);
  }

  @Test
  void withoutLossQuantilesAreTheJitters() {
    LossModel model = tcp(30, 3, 0);

    assertThat(model.isOnTheKnee(0.999)).isFalse();
    assertThat(model.quantileMillis(0.99)).isCloseTo(30 + 2.326 * 3, within(0.01));
  }

  @Test
  void whatIsTakenForLostLiesBetweenTheLinksOwnTimesAndTheTimers() {
    for (LossModel model :
        new LossModel[] {quic(20, 0, 0.01), quic(30, 3.5, 0.005), quic(60, 7, 0.01)}) {
      assertThat(model.lostAboveMillis())
          .isGreaterThan(model.rttMillis() + 5 * model.deviationMillis())
          .isLessThan(model.lostMillis());
    }
  }
}
