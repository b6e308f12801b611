package dev.transportbench.benchmark.forensics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.benchmark.forensics.Conditions.Order;
import dev.transportbench.benchmark.forensics.LostPacket.Content;
import dev.transportbench.link.Direction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A link of 30 ms there and back, whose RPCs are written down by hand. Times in ms. */
class LossForensicsTest {
  private static final double RTT = 30;
  private static final TcpModel TCP = new TcpModel();
  private static final QuicModel QUIC = new QuicModel(25e6);

  private final RpcTimes rpcs = new RpcTimes(1000);
  private double clock = 1000;

  private LossForensics forensics(RecoveryModel model, Order order) {
    return new LossForensics(new Conditions(model, order, 1024, 1024, 1400), RTT * 1e6);
  }

  /** One after the other. */
  private void clean(int count) {
    for (int i = 0; i < count; i++) {
      rpc(RTT + (i % 10) * 0.1);
    }
  }

  private double rpc(double millis) {
    double sent = clock;
    clock += millis;
    add(sent, clock);
    return sent;
  }

  private void add(double sent, double answered) {
    rpcs.add(Math.round(sent * 1e6), Math.round(answered * 1e6));
  }

  private static LostPacket lost(double at, Direction direction, Content content) {
    return new LostPacket(Math.round(at * 1e6), direction, 1, content);
  }

  @Test
  void aLostRequestIsProbedForAsLinuxDoes() {
    clean(50);
    double sent = rpc(2 * RTT + 200);
    clean(50);
    LossForensics.Findings found =
        forensics(TCP, Order.SHARED)
            .examine(rpcs, List.of(lost(sent + 0.1, Direction.UP, Content.DATA)));
    SlowedRpc slowed = found.slowed().get(0);
    assertThat(found.slowed()).hasSize(1);
    assertThat(slowed.index()).isEqualTo(50);
    assertThat(slowed.kind()).isEqualTo(LossKind.REQUEST);
    assertThat(slowed.recovery()).isEqualTo(Recovery.TAIL_LOSS_PROBE);
    assertThat(slowed.predictedNanos() / 1e6).isCloseTo(2 * RTT + 200, within(2.0));
  }

  @Test
  void aProbeThatIsLostTooWaitsForTheTimer() {
    clean(50);
    double sent = rpc(3 * RTT + 400);
    LossForensics.Findings found =
        forensics(TCP, Order.SHARED)
            .examine(
                rpcs,
                List.of(
                    lost(sent + 230, Direction.UP, Content.DATA),
                    lost(sent + 0.1, Direction.UP, Content.DATA)));
    SlowedRpc slowed = found.slowed().get(0);
    assertThat(slowed.recovery()).isEqualTo(Recovery.RTO);
    // 230 until the probe, 230 until the timer, 30 until the answer.
    assertThat(slowed.predictedNanos() / 1e6).isCloseTo(490, within(3.0));
  }

  @Test
  void aLostResponseOnQuicIsProbedForAfterItsPto() {
    clean(200);
    double sent = rpc(2 * RTT + 26);
    LossForensics.Findings found =
        forensics(QUIC, Order.NONE)
            .examine(rpcs, List.of(lost(sent + 15, Direction.DOWN, Content.DATA)));
    SlowedRpc slowed = found.slowed().get(0);
    assertThat(slowed.kind()).isEqualTo(LossKind.RESPONSE);
    assertThat(slowed.recovery()).isEqualTo(Recovery.PTO);
    // RFC 9002: RTT + max(4·rttvar, 1 ms) + 25 ms, and the RPC's own 30.
    assertThat(slowed.predictedNanos() / 1e6).isCloseTo(2 * RTT + 26, within(2.5));
  }

  @Test
  void aCopyOfAnAnsweredRequestDoesNotMatter() {
    clean(50);
    double sent = rpc(2 * RTT + 200);
    SlowedRpc slowed =
        forensics(TCP, Order.SHARED)
            .examine(
                rpcs,
                List.of(
                    lost(sent + 15, Direction.DOWN, Content.DATA),
                    lost(sent + 230, Direction.UP, Content.DATA)))
            .slowed()
            .get(0);
    assertThat(slowed.kind()).isEqualTo(LossKind.RESPONSE);
    assertThat(slowed.predictedNanos() / 1e6).isCloseTo(2 * RTT + 200, within(2.0));
  }

  @Test
  void anAcknowledgementAloneThatHoldsNothingUpIsHarmless() {
    clean(50);
    double sent = rpc(RTT);
    LossForensics.Findings found =
        forensics(TCP, Order.SHARED)
            .examine(rpcs, List.of(lost(sent + 15, Direction.UP, Content.ACK)));
    assertThat(found.slowed()).isEmpty();
    assertThat(found.harmless()).isEqualTo(1);
  }

  @Test
  void aLostAcknowledgementIsToldFromData() {
    clean(50);
    double sent = rpc(80);
    SlowedRpc slowed =
        forensics(TCP, Order.SHARED)
            .examine(rpcs, List.of(lost(sent + 15, Direction.UP, Content.ACK)))
            .slowed()
            .get(0);
    assertThat(slowed.kind()).isEqualTo(LossKind.ACK);
    assertThat(slowed.recovery()).isEqualTo(Recovery.NONE);
  }

  @Test
  void whatIsLostBetweenTwoRpcsIsNobodys() {
    clean(50);
    double gap = clock;
    clock += 50;
    clean(10);
    LossForensics.Findings found =
        forensics(TCP, Order.SHARED)
            .examine(rpcs, List.of(lost(gap + 20, Direction.UP, Content.ACK)));
    assertThat(found.slowed()).isEmpty();
    assertThat(found.nobodys()).isEqualTo(1);
  }

  @Test
  void ofSeveralPacketsTheMeasuredTimeTellsTheRecovery() {
    for (double[] taken : new double[][] {{2 * RTT, 0}, {3 * RTT + 8, 1}, {2 * RTT + 200, 2}}) {
      rpcs.reset();
      clean(100);
      double sent = rpc(taken[0]);
      SlowedRpc slowed =
          new LossForensics(new Conditions(TCP, Order.SHARED, 16_384, 16_384, 1400), RTT * 1e6)
              .examine(rpcs, List.of(lost(sent + 0.2, Direction.UP, Content.DATA)))
              .slowed()
              .get(0);
      assertThat(slowed.recovery())
          .isEqualTo(
              List.of(Recovery.FAST_RETRANSMIT, Recovery.TAIL_LOSS_PROBE, Recovery.RTO)
                  .get((int) taken[1]));
      assertThat(slowed.predictedNanos() / 1e6).isCloseTo(taken[0], within(taken[0] * 0.05));
    }
  }

  @Test
  void packetsOfOneFlightAreRepairedTogether() {
    clean(100);
    double sent = rpc(2 * RTT);
    SlowedRpc slowed =
        new LossForensics(new Conditions(TCP, Order.SHARED, 16_384, 16_384, 1400), RTT * 1e6)
            .examine(
                rpcs,
                List.of(
                    lost(sent + 0.2, Direction.UP, Content.DATA),
                    lost(sent + 0.4, Direction.UP, Content.DATA)))
            .slowed()
            .get(0);
    assertThat(slowed.predictedNanos() / 1e6).isCloseTo(2 * RTT, within(3.0));
  }

  /** A lost packet at 0.1; the one before it has been answered, two behind it wait for it. */
  private List<LostPacket> fourInFlight() {
    clean(100);
    double start = clock;
    add(start + 10, start + 10 + RTT);
    add(start, start + 2 * RTT + 200);
    add(start + 20, start + 2 * RTT + 201);
    add(start + 40, start + 2 * RTT + 202);
    clock = start + 300;
    clean(100);
    return List.of(lost(start + 0.1, Direction.UP, Content.DATA));
  }

  @Test
  void whatWasSentAfterALossOnOneConnectionIsItsVictim() {
    List<LostPacket> lost = fourInFlight();
    List<SlowedRpc> slowed = forensics(TCP, Order.SHARED).examine(rpcs, lost).slowed();
    assertThat(slowed)
        .extracting(SlowedRpc::kind)
        .containsExactly(LossKind.REQUEST, LossKind.VICTIM, LossKind.VICTIM);
    assertThat(slowed.get(2).predictedNanos())
        .as("was sent 40 ms later, and waits 40 ms less")
        .isCloseTo(
            slowed.get(0).predictedNanos() - 40e6, within(slowed.get(0).predictedNanos() * 0.05));
  }

  @Test
  void overSeveralConnectionsItMayBe() {
    List<LostPacket> lost = fourInFlight();
    assertThat(forensics(TCP, Order.PARTLY_SHARED).examine(rpcs, lost).slowed())
        .extracting(SlowedRpc::kind)
        .containsExactly(LossKind.REQUEST, LossKind.AMBIGUOUS, LossKind.AMBIGUOUS);
  }

  @Test
  void onStreamsOfTheirOwnNobodyWaitsForAnother() {
    List<LostPacket> lost = fourInFlight();
    assertThat(forensics(QUIC, Order.NONE).examine(rpcs, lost).slowed())
        .extracting(SlowedRpc::kind)
        .containsExactly(LossKind.REQUEST);
  }

  @Test
  void withSeveralInFlightAtALossItIsAmbiguous() {
    clean(100);
    double start = clock;
    add(start, start + 260);
    add(start + 1, start + 261);
    List<SlowedRpc> slowed =
        forensics(TCP, Order.SHARED)
            .examine(rpcs, List.of(lost(start + 2, Direction.UP, Content.DATA)))
            .slowed();
    assertThat(slowed)
        .extracting(SlowedRpc::kind)
        .containsExactly(LossKind.AMBIGUOUS, LossKind.AMBIGUOUS);
    assertThat(slowed).allSatisfy(rpc -> assertThat(rpc.predictedNanos()).isNaN());
  }

  @Test
  void aPacketTellsWhatItHeldByItsOutside() {
    assertThat(LostPacket.contentOfTcp(0x02, 0)).isEqualTo(Content.HANDSHAKE);
    assertThat(LostPacket.contentOfTcp(0x18, 15)).isEqualTo(Content.DATA);
    assertThat(LostPacket.contentOfTcp(0x10, 0)).isEqualTo(Content.ACK);
    assertThat(LostPacket.contentOfQuic(0xc3, 1200, 1024)).isEqualTo(Content.HANDSHAKE);
    assertThat(LostPacket.contentOfQuic(0x43, 1100, 1024)).isEqualTo(Content.DATA);
    assertThat(LostPacket.contentOfQuic(0x43, 45, 1024)).isEqualTo(Content.ACK);
    assertThat(LostPacket.contentOfQuic(0x43, 60, 0)).isEqualTo(Content.UNKNOWN);
  }

  @Test
  void theClocksSignMayChangeWithinAWindow() {
    RpcTimes times = new RpcTimes(200);
    long start = Long.MAX_VALUE - 500_000_000;
    for (int i = 0; i < 100; i++) {
      times.add(start + i * 30_000_000L, start + (i + 1) * 30_000_000L);
    }
    LostPacket packet = new LostPacket(start + 50 * 30_000_000L + 1, Direction.UP, 1, Content.DATA);
    assertThat(forensics(TCP, Order.SHARED).examine(times, List.of(packet)).harmless())
        .isEqualTo(1);
  }

  @Test
  void whatFindsNoRoomIsCounted() {
    RpcTimes times = new RpcTimes(2);
    times.add(1, 2);
    times.add(2, 3);
    times.add(3, 4);
    assertThat(times.count()).isEqualTo(2);
    assertThat(times.missed()).isEqualTo(1);
    times.reset();
    assertThat(times.count() + times.missed()).isZero();
  }
}
