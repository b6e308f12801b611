package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KernelRecoveryTest {
  @Test
  void readsTcpsOwnLines() {
    Map<String, Long> found =
        KernelRecovery.parse(
            List.of(
                "TcpExt: SyncookiesSent TCPFastRetrans TCPTimeouts TCPLossProbes",
                "TcpExt: 9 3 2 14",
                "IpExt: InOctets",
                "IpExt: 77"));
    assertThat(found)
        .containsOnly(
            Map.entry("fast retransmit", 3L),
            Map.entry("RTO", 2L),
            Map.entry("tail loss probe", 14L));
  }

  @Test
  void whatIsNewIsTheDifference() {
    assertThat(KernelRecovery.since(Map.of("RTO", 2L), Map.of("RTO", 5L, "x", 1L)))
        .containsOnly(Map.entry("RTO", 3L), Map.entry("x", 1L));
  }

  @Test
  void thisKernelTells() {
    assertThat(KernelRecovery.read()).containsKeys("fast retransmit", "tail loss probe", "RTO");
  }
}
