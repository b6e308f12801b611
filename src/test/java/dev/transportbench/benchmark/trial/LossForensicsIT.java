package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.benchmark.forensics.LossKind;
import dev.transportbench.benchmark.forensics.LostPacket;
import dev.transportbench.benchmark.forensics.Recovery;
import dev.transportbench.benchmark.forensics.SlowedRpc;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.Backend;
import dev.transportbench.link.Direction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Packets that the link drops by list, each of which must show up as one RPC's loss, with its kind
 * and with the time that the stack's standard gives its recovery. All times are the link's (30 ms
 * there and back) and the stacks' timers (200 ms, 25 ms).
 */
class LossForensicsIT {
  private static final long ROUND_TRIP_NANOS = 30_000_000;

  @TempDir Path folder;

  private TrialSettings settings(String transport, String up, String down) throws Exception {
    Path profile = folder.resolve("listed.yaml");
    Files.writeString(
        profile,
        """
        description: packets dropped by list
        source: of the test's own
        up: {owd: 15ms, drop: [%s]}
        down: {owd: 15ms, drop: [%s]}
        """
            .formatted(up, down));
    return TrialCells.settings(transport, 1024, 1, profile.toString(), Backend.TUN);
  }

  /** The next request leaves with the last response's acknowledgement: one packet each way. */
  @ParameterizedTest
  @ValueSource(strings = {"tcp", "quic"})
  void theSeventhPacketsLossIsItsRpcs(String transport) throws Exception {
    try (Trial trial = Trial.start(settings(transport, "7", "1000"), PacedLoad.closedLoop())) {
      trial.beginIteration(true);
      for (int i = 0; i < 14; i++) {
        trial.completeOne();
      }
      trial.endIteration(true);

      SlowedRpc slowed = only(trial.slowed());
      assertThat(slowed.kind()).isEqualTo(LossKind.REQUEST);
      LostPacket lost = only(slowed.lost());
      assertThat(lost.direction()).isEqualTo(Direction.UP);
      assertThat(lost.number()).isEqualTo(7);
      // A young connection acknowledges a response or two at once, in packets of their own.
      assertThat(slowed.index()).isBetween(4, 6);
      // The latency says so too, which knows nothing of packets.
      assertThat(TrialCells.value(trial.iterations().get(0), FigureName.LATENCY_MAX) * 1e3)
          .isCloseTo(slowed.latencyNanos(), within(slowed.latencyNanos() * 0.01));
    }
  }

  private static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "tcp, TAIL_LOSS_PROBE",
    "tls, TAIL_LOSS_PROBE",
    "quic, PTO",
    "http3, PTO",
  })
  void aLossTakesAsLongAsItsRecoveryIsToTake(String transport, Recovery recovery) throws Exception {
    int rpcs = 50;
    PacedLoad load = new PacedLoad();
    try (Trial trial =
        Trial.start(settings(transport, "7, 26, 50, 68, 75", "12, 20, 31, 43"), load)) {
      trial.beginIteration(true);
      for (int i = 0; i < rpcs; i++) {
        trial.completeOne();
      }
      trial.endIteration(true);

      List<SlowedRpc> all = trial.slowed();
      for (SlowedRpc rpc : all) {
        System.out.printf(
            "%s: RPC %d, %s lost, %s: %.1f ms, predicted %.1f ms%n",
            transport,
            rpc.index(),
            rpc.kind().label(),
            rpc.recovery().label(),
            rpc.latencyNanos() / 1e6,
            rpc.predictedNanos() / 1e6);
      }
      // Of 50 some are slower than their median for no reason, and may meet a lost ACK.
      List<SlowedRpc> slowed = all.stream().filter(r -> r.kind() != LossKind.ACK).toList();
      boolean tcp = recovery == Recovery.TAIL_LOSS_PROBE;
      // A round trip less than each should take: no stall of this machine is as long as TCP's
      // timer.
      long lateNanos = ROUND_TRIP_NANOS + (tcp ? 180_000_000 : 50_000_000);
      List<Integer> late =
          IntStream.range(0, rpcs)
              .filter(i -> load.latenciesNanos().get(i) > lateNanos)
              .boxed()
              .toList();
      List<Integer> indexes = slowed.stream().map(SlowedRpc::index).toList();
      assertThat(late).containsAll(indexes);
      if (tcp) {
        assertThat(indexes).containsAll(late);
      }
      assertThat(slowed)
          .extracting(SlowedRpc::kind)
          .contains(LossKind.REQUEST, LossKind.RESPONSE)
          .isSubsetOf(LossKind.REQUEST, LossKind.RESPONSE);
      assertThat(slowed).extracting(SlowedRpc::recovery).containsOnly(recovery);
      double[] ratios =
          slowed.stream()
              .mapToDouble(r -> r.latencyNanos() / r.predictedNanos())
              .sorted()
              .toArray();
      assertThat(ratios[ratios.length / 2]).isCloseTo(1, within(0.15));

      IterationRecord found = trial.iterations().get(0);
      assertThat(TrialCells.value(found, FigureName.LATENCY_LOSS_COUNT)).isEqualTo(all.size());
      assertThat(
              TrialCells.value(found, FigureName.LOSS_REQUEST)
                  + TrialCells.value(found, FigureName.LOSS_RESPONSE))
          .isEqualTo(slowed.size());
      assertThat(TrialCells.value(found, FigureName.LOSS_AMBIGUOUS)).isZero();
      assertThat(found.readings().get(FigureName.LATENCY_LOSS_P50).notAvailable())
          .isEqualTo("n = %d: needs 20".formatted(all.size()));
    }
  }
}
