package dev.transportbench.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.ledger.StackProfile;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StackTallyTest {

  @Test
  void cpuIsTalliedBySideAndLayer() {
    StackTally tally = new StackTally(LayerTable.read(), StackTally.Of.CPU);
    String stacks =
        """
        [client-0 tid=12];a/B.main_[0];io/netty/channel/A.b_[j] %d
        [client-0 tid=12];a/B.main_[0];io/netty/handler/ssl/S.wrap_[j];java/util/Arrays.fill_[j] %d
        [server-0-1 tid=13];java/lang/Thread.run_[0];io/netty/channel/A.b_[j] %d
        [C2 CompilerThre tid=14];libjvm.so`Compile::Compile %d
        """;
    tally.add(
        stacks.formatted(3_000_000, 1_000_000, 2_000_000, 500_000),
        stacks.formatted(6, 2, 4, 1),
        1000);

    Map<String, StackProfile.Shares> shares = tally.shares();
    assertThat(shares).containsOnlyKeys("client", "server", "jit");
    StackProfile.Shares client = shares.get("client");
    assertThat(client.layers())
        .containsExactlyInAnyOrderEntriesOf(Map.of("netty", .75, "tls", .25));
    assertThat(client.samples()).isEqualTo(8);
    assertThat(client.perRpc()).isEqualTo(4);
    assertThat(shares.get("server").perRpc()).isEqualTo(2);
    assertThat(shares.get("jit").layers()).isEqualTo(Map.of("jit", 1.0));
  }

  @Test
  void heapIsTalliedByWhoAllocatedAndByClass() {
    StackTally tally = new StackTally(LayerTable.read(), StackTally.Of.HEAP);
    String stacks =
        """
        [client-0 tid=1];com/google/protobuf/B.build_[j];dev.transportbench.rpc.proto.Request_[i] 100
        [client-0 tid=1];io/netty/channel/A.b_[j];byte[]_[k] 300
        """;
    tally.add(stacks, stacks, 100);

    StackProfile.Shares client = tally.shares().get("client");
    assertThat(client.layers()).isEqualTo(Map.of("protobuf", .25, "netty", .75));
    assertThat(client.top())
        .containsExactly(
            new StackProfile.Top("byte[]", .75),
            new StackProfile.Top("dev.transportbench.rpc.proto.Request", .25));
    assertThat(client.perRpc()).isEqualTo(4);
  }

  @Test
  void moreSamplesSayMore() {
    StackProfile.Shares few =
        new StackProfile.Shares(100, 1, Map.of("tls", .2), java.util.List.of());
    StackProfile.Shares many =
        new StackProfile.Shares(10_000, 1, Map.of("tls", .2), java.util.List.of());
    // 1.96 · √(.2 · .8 / n)
    assertThat(many.error("tls")).isCloseTo(.00784, within(.0001));
    assertThat(few.error("tls")).isCloseTo(.0784, within(.004));
    assertThat(few.error("quic")).isPositive();
  }
}
