package dev.transportbench.benchmark.forensics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The standards' formulas, by hand. Times in ms. */
class RecoveryModelTest {
  private static RttEstimator steady(double millis) {
    RttEstimator rtt = new RttEstimator(millis * 1e6);
    for (int i = 0; i < 200; i++) {
      rtt.add(millis * 1e6);
    }
    return rtt;
  }

  /** RFC 6298 section 2.2 and 2.3. */
  @Test
  void smoothsAsTheRfcDoes() {
    RttEstimator rtt = new RttEstimator(100);
    assertThat(rtt.smoothed()).isEqualTo(100);
    assertThat(rtt.variation()).isEqualTo(50);
    rtt.add(180);
    // RTTVAR first, by the old SRTT: 3/4 · 50 + 1/4 · 80; then SRTT: 7/8 · 100 + 1/8 · 180.
    assertThat(rtt.variation()).isCloseTo(57.5, within(1e-9));
    assertThat(rtt.smoothed()).isCloseTo(110, within(1e-9));
    assertThat(rtt.least()).isEqualTo(100);
  }

  @Test
  void linuxProbesAfterTwoRoundTripsAndNeverLaterThanItsTimer() {
    TcpModel tcp = new TcpModel();
    // One in flight: 2 · 30 + 200 would be later than the timer, 30 + 200.
    assertThat(tcp.nanos(Recovery.TAIL_LOSS_PROBE, 0, 1, steady(30)) / 1e6)
        .isCloseTo(230, within(0.1));
    assertThat(tcp.nanos(Recovery.TAIL_LOSS_PROBE, 0, 12, steady(30)) / 1e6)
        .isCloseTo(68, within(0.1));
    assertThat(tcp.nanos(Recovery.TAIL_LOSS_PROBE, 0, 12, steady(300)) / 1e6)
        .isCloseTo(500, within(0.1));
  }

  @Test
  void theTimerDoublesButNotForTheProbe() {
    TcpModel tcp = new TcpModel();
    assertThat(tcp.nanos(Recovery.RTO, 1, 1, steady(30)) / 1e6).isCloseTo(230, within(0.1));
    assertThat(tcp.nanos(Recovery.RTO, 2, 1, steady(30)) / 1e6).isCloseTo(460, within(0.1));
    assertThat(tcp.nanos(Recovery.RTO, 3, 1, steady(30)) / 1e6).isCloseTo(920, within(0.1));
  }

  @Test
  void fewPacketsBehindWaitForReordering() {
    TcpModel tcp = new TcpModel();
    assertThat(tcp.nanos(Recovery.FAST_RETRANSMIT, 0, 12, steady(40)) / 1e6)
        .isCloseTo(40, within(0.1));
    assertThat(tcp.nanos(Recovery.FAST_RETRANSMIT, 0, 2, steady(40)) / 1e6)
        .isCloseTo(50, within(0.1));
    QuicModel quic = new QuicModel(25e6);
    assertThat(quic.nanos(Recovery.FAST_RETRANSMIT, 0, 2, steady(40)) / 1e6)
        .isCloseTo(45, within(0.1));
  }

  /** RFC 9002 section 6.2.1. */
  @Test
  void quicProbesAfterItsTimerAndDoublesIt() {
    QuicModel quic = new QuicModel(25e6);
    assertThat(quic.nanos(Recovery.PTO, 0, 1, steady(30)) / 1e6).isCloseTo(56, within(0.1));
    assertThat(quic.nanos(Recovery.PTO, 1, 1, steady(30)) / 1e6).isCloseTo(112, within(0.1));
    RttEstimator varied = new RttEstimator(30e6);
    // Variation 15: 30 + 60 + 25.
    assertThat(quic.nanos(Recovery.PTO, 0, 1, varied) / 1e6).isCloseTo(115, within(0.1));
  }
}
