package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.measure;
import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static dev.transportbench.benchmark.trial.TrialCells.value;
import static dev.transportbench.ledger.FigureName.ALLOC_CLIENT;
import static dev.transportbench.ledger.FigureName.ALLOC_SERVER;
import static dev.transportbench.ledger.FigureName.CPU_CLIENT;
import static dev.transportbench.ledger.FigureName.CPU_GC;
import static dev.transportbench.ledger.FigureName.CPU_JIT;
import static dev.transportbench.ledger.FigureName.CPU_LINK;
import static dev.transportbench.ledger.FigureName.CPU_OTHER;
import static dev.transportbench.ledger.FigureName.CPU_PROCESS;
import static dev.transportbench.ledger.FigureName.CPU_SERVER;
import static dev.transportbench.ledger.FigureName.LATENCY_P50;
import static dev.transportbench.ledger.FigureName.RPC_COMPLETED;
import static dev.transportbench.ledger.FigureName.WIRE_BYTES_UP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.Backend;
import org.junit.jupiter.api.Test;

/** Figures of cells whose answer is known. */
class KnownAnswerIT {

  @Test
  void twentyMicrosecondsOfBusyWaitShowAsTwenty() throws Exception {
    IterationRecord found =
        measure(settings("null-20us", 1024, 1, "clean", Backend.LOOPBACK), 50_000);
    // The wait is imposed: no RPC can be shorter, and the median is deaf to the machine's noise.
    assertThat(value(found, LATENCY_P50)).isBetween(20.0, 25.0);
    assertThat(value(found, CPU_CLIENT)).isBetween(19.0, 30.0);
    assertThat(value(found, CPU_SERVER)).isLessThan(0.5);
    assertThat(value(found, RPC_COMPLETED)).isEqualTo(50_000);
    assertThat(found.readings().get(WIRE_BYTES_UP).notAvailable())
        .isEqualTo("no packet counters on loopback");
    assertThat(found.readings().get(CPU_LINK).notAvailable()).isEqualTo("no emulator on loopback");
  }

  @Test
  void theHarnessAllocatesNothing() throws Exception {
    for (int concurrency : new int[] {1, 32}) {
      IterationRecord found =
          measure(settings("null", 1024, concurrency, "clean", Backend.LOOPBACK), 5_000_000);
      assertThat(value(found, ALLOC_CLIENT)).isLessThan(0.05);
      assertThat(value(found, ALLOC_SERVER)).isLessThan(0.05);
    }
  }

  @Test
  void cpuPartsAddUpToTheProcess() throws Exception {
    for (String transport : new String[] {"tcp", "quic"}) {
      IterationRecord found =
          measure(settings(transport, 1024, 32, "clean", Backend.VETH), 200_000);
      double process = value(found, CPU_PROCESS);
      double parts =
          value(found, CPU_CLIENT)
              + value(found, CPU_SERVER)
              + value(found, CPU_GC)
              + value(found, CPU_JIT)
              + value(found, CPU_OTHER);
      double halfPercentOfACore = 0.005 * found.seconds() * 1e6 / value(found, RPC_COMPLETED);
      assertThat(Math.abs(parts - process))
          .as("%s: parts %s, process %s", transport, parts, process)
          .isLessThan(Math.max(0.03 * process, halfPercentOfACore));
    }
  }
}
