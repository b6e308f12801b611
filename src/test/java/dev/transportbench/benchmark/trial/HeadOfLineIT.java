package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.measure;
import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static dev.transportbench.benchmark.trial.TrialCells.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.Backend;
import org.junit.jupiter.api.Test;

/** RPCs that lost nothing wait on one TCP connection, and only there. */
class HeadOfLineIT {
  private static final int RPCS = 1_000;
  private static final String LOSSY = "netem:delay 15ms loss 1%";

  private static IterationRecord run(String transport, int concurrency) throws Exception {
    return measure(settings(transport, 1024, concurrency, LOSSY, Backend.TUN), RPCS);
  }

  /**
   * Two packets of each RPC, one lost in a hundred: some 20 losses, each of which holds up some of
   * the others in flight. A lost packet is sent again a round trip of 30 ms after it was sent at
   * the earliest, and arrives half of one later.
   */
  @Test
  void onTcpOthersWait() throws Exception {
    IterationRecord iteration = run("tls", 4);
    assertThat(value(iteration, FigureName.LOSS_VICTIM)).isGreaterThanOrEqualTo(3);
    assertThat(value(iteration, FigureName.LATENCY_VICTIM_COUNT))
        .isEqualTo(value(iteration, FigureName.LOSS_VICTIM));
    assertThat(value(iteration, FigureName.LATENCY_VICTIM_MAX)).isGreaterThan(45_000);
  }

  @Test
  void onQuicNoneDo() throws Exception {
    assertThat(value(run("quic", 4), FigureName.LOSS_VICTIM)).isZero();
  }
}
