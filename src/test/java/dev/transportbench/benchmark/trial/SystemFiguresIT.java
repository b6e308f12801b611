package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.measure;
import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static dev.transportbench.benchmark.trial.TrialCells.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.Backend;
import org.junit.jupiter.api.Test;

/** Figures of the kernel and of memory, where something is known of them. */
class SystemFiguresIT {
  private static final int RPCS = 20_000;

  @Test
  void whatTheKernelCountsOverTcp() throws Exception {
    IterationRecord found = measure(settings("tcp", 1024, 1, "clean", Backend.VETH), RPCS);

    // Alone in flight, each side waits for the other, unless the answer is there already.
    assertThat(value(found, FigureName.SWITCHES_CLIENT_VOLUNTARY)).isBetween(0.01, 2.5);
    assertThat(value(found, FigureName.SWITCHES_SERVER_VOLUNTARY)).isBetween(0.01, 2.5);
    assertThat(value(found, FigureName.SWITCHES_CLIENT_INVOLUNTARY)).isNotNegative();
    assertThat(value(found, FigureName.CPU_CLIENT_KERNEL))
        .isBetween(0.0, value(found, FigureName.CPU_CLIENT));
    assertThat(value(found, FigureName.CPU_CLIENT_KERNEL_ERROR)).isPositive();
    assertThat(value(found, FigureName.CPU_SERVER_MEAN)).isBetween(0.1, 101.0);
    assertThat(value(found, FigureName.CPU_SERVER_PEAK)).isBetween(0.1, 110.0);
    assertThat(value(found, FigureName.MEMORY_RSS))
        .isBetween(10.0, value(found, FigureName.MEMORY_RSS_PEAK));
    assertThat(value(found, FigureName.MEMORY_DIRECT)).isPositive();
    // Each acknowledgement rides on the next message; nothing is lost, so nothing sent again.
    assertThat(value(found, FigureName.WIRE_ACKS_UP)).isBetween(0.0, 0.02);
    assertThat(value(found, FigureName.WIRE_ACKS_DOWN)).isBetween(0.0, 0.02);
    assertThat(value(found, FigureName.WIRE_RETRANSMITTED_UP)).isBetween(0.0, 0.001);
    assertThat(value(found, FigureName.WIRE_PACKET_MEAN_UP)).isBetween(1050.0, 1096.0);
  }

  /** Each side waits, reads and writes; it may look once more whether there is anything to read. */
  @Test
  void systemCallsAreCountedWhereNothingIsTimed() throws Exception {
    try (Trial trial =
        Trial.start(settings("tcp", 1024, 1, "clean", Backend.VETH), Workload.closedLoop())) {
      for (boolean measured : new boolean[] {false, true}) {
        trial.beginIteration(measured);
        for (int i = 0; i < 5_000; i++) {
          trial.completeOne();
        }
        trial.endIteration(measured);
      }
      IterationRecord found = trial.iterations().get(0);
      assertThat(value(found, FigureName.SYSCALLS_CLIENT)).isBetween(2.5, 5.0);
      assertThat(value(found, FigureName.SYSCALLS_SERVER)).isBetween(2.5, 5.0);
      assertThat(value(found, FigureName.SYSCALLS))
          .isEqualTo(
              value(found, FigureName.SYSCALLS_CLIENT) + value(found, FigureName.SYSCALLS_SERVER));
    }
  }

  @Test
  void whatQuicheCounts() throws Exception {
    IterationRecord found = measure(settings("quic", 1024, 1, "clean", Backend.VETH), RPCS);

    assertThat(value(found, FigureName.WIRE_RETRANSMITTED_UP)).isBetween(0.0, 0.01);
    assertThat(value(found, FigureName.WIRE_RETRANSMITTED_DOWN)).isBetween(0.0, 0.01);
    assertThat(found.readings().get(FigureName.WIRE_ACKS_UP).notAvailable()).isNotBlank();
  }
}
