package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.linux.Cores;
import dev.transportbench.rpc.Role;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each axis changes what it says it changes, as both ends tell it, and nothing else is violated.
 */
class AxesIT {
  private static final int RPCS = 100;

  private record Ran(Map<String, String> terms, IterationRecord figures) {}

  private static Map<String, String> params(String transport, String values) {
    Map<String, String> params = new TreeMap<>();
    params.put("transport", transport);
    params.put("payloadBytes", "1024");
    params.put("concurrency", "8");
    params.put("impairment", "clean");
    params.put("backend", "veth");
    for (String value : values.split(" ")) {
      params.put(value.split("=")[0], value.split("=")[1]);
    }
    return params;
  }

  private static Ran run(String transport, String values) throws Exception {
    try (Trial trial =
        Trial.start(TrialCells.settings(params(transport, values)), Workload.closedLoop())) {
      trial.beginIteration(true);
      for (int i = 0; i < RPCS; i++) {
        trial.completeOne();
      }
      trial.endIteration(true);
      assertThat(trial.violations()).isEmpty();
      return new Ran(trial.terms(), trial.iterations().get(0));
    }
  }

  private static void assertTerm(String transport, String values, String name, String value)
      throws Exception {
    assertThat(run(transport, values).terms())
        .containsEntry("client." + name, value)
        .containsEntry("server." + name, value);
  }

  @ParameterizedTest
  @CsvSource({
    "tcp, congestion=reno, congestion, reno",
    "quic, congestion=bbr, congestion, bbr",
    // Set and read back on NIO as on epoll.
    "tls, io=nio congestion=bbr, congestion, bbr",
    "quic, io=nio, initial.window.packets, 10",
    "http2, tlsVersion=1.2, tls.version, TLSv1.2",
    "http2, flowWindow=128KiB, flow.window.bytes, 131072",
    "quic, flowWindow=128KiB, flow.window.bytes, 131072",
    // The kernel counts twice what it was asked for: half is for its own bookkeeping.
    "tcp, flowWindow=256KiB, rcvbuf.bytes, 524288"
  })
  void isToldByBothEnds(String transport, String values, String name, String value)
      throws Exception {
    assertTerm(transport, values, name, value);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "http1, congestion=bbr, congestion, bbr",
    "quic-incubator, congestion=reno, congestion, reno",
    "http3, congestion=bbr, congestion, bbr",
    "http1, io=nio, congestion, cubic",
    "http3, io=nio, congestion, cubic",
    "webtransport, io=nio, congestion, cubic",
    "websocket, io=nio, initial.window.packets, 10",
    "tls, tlsVersion=1.2, tls.version, TLSv1.2",
    "http1, tlsVersion=1.2, tls.version, TLSv1.2",
    "websocket, tlsVersion=1.2, tls.version, TLSv1.2",
    "http3, flowWindow=128KiB, flow.window.bytes, 131072",
    "webtransport, flowWindow=128KiB, flow.window.bytes, 131072",
    "quic-incubator, flowWindow=128KiB, flow.window.bytes, 131072",
    "http1, flowWindow=256KiB, sndbuf.bytes, 524288"
  })
  void isToldByBothEndsOfTheOtherTransportsToo(
      String transport, String values, String name, String value) throws Exception {
    assertTerm(transport, values, name, value);
  }

  @ParameterizedTest
  @CsvSource({"tls, 4, 4", "quic, 3, 3"})
  void spreadsTheCallsOverSoManyConnections(String transport, int connections, double opened)
      throws Exception {
    Ran ran = run(transport, "connections=" + connections);
    assertThat(TrialCells.value(ran.figures(), FigureName.CONNECTIONS)).isEqualTo(opened);
    assertThat(TrialCells.value(ran.figures(), FigureName.RPC_COMPLETED))
        .isGreaterThanOrEqualTo(RPCS);
  }

  @ParameterizedTest
  @CsvSource({"tcp", "quic"})
  void offloadHandsTheDeviceFewerAndLongerUnits(String transport) throws Exception {
    String bulk = "payloadBytes=262144 concurrency=1 offload=";
    Ran off = run(transport, bulk + "off");
    Ran on = run(transport, bulk + "on");
    double packets = TrialCells.value(off.figures(), FigureName.WIRE_PACKETS_UP);
    double units = TrialCells.value(on.figures(), FigureName.WIRE_PACKETS_UP);
    // 256 KiB in segments of 1,448 bytes or datagrams of 1,350.
    assertThat(packets).isGreaterThan(181);
    assertThat(units).isLessThan(packets / 2);
    assertThat(off.terms()).containsEntry("link.offload", "off");
    assertThat(on.terms()).containsEntry("link.offload", "on");
    if (!transport.equals("tcp")) {
      assertThat(on.terms())
          .containsEntry("client.offload", "on")
          .containsEntry("server.offload", "on");
    }
  }

  @Tag("slow")
  @Test
  void offloadWorksOnTheIncubatorsCodecToo() throws Exception {
    offloadHandsTheDeviceFewerAndLongerUnits("quic-incubator");
  }

  @Test
  void theNamespacesKernelSettingsAreTold() throws Exception {
    assertThat(run("tcp", "concurrency=1").terms())
        .containsEntry("client.kernel.tcp_no_metrics_save", "1")
        .containsEntry("server.kernel.tcp_no_metrics_save", "1")
        .containsKeys("client.kernel.tcp_slow_start_after_idle", "client.kernel.tcp_rto_min_us")
        .containsEntry("client.congestion.from", "socket");
  }

  /** Where the loops' threads may be, as the kernel tells it while they work, and after. */
  @ParameterizedTest
  @CsvSource({"shared, 1, 1", "apart, 1, 1", "any, 2, 2"})
  void coresAreTheLoopsOwn(String cores, int client, int server) throws Exception {
    BitSet before = Cores.own();
    try (Trial trial =
        Trial.start(TrialCells.settings(params("tcp", "cores=" + cores)), Workload.closedLoop())) {
      trial.completeOne();
      List<String> ofClient = coresOfThreads(Role.CLIENT);
      List<String> ofServer = coresOfThreads(Role.SERVER);
      assertThat(ofClient).hasSize(client);
      assertThat(ofServer).hasSize(server);
      if (client == 1) {
        assertThat(ofClient.equals(ofServer)).isEqualTo(cores.equals("shared"));
      }
      assertThat(trial.violations()).isEmpty();
    }
    assertThat(Cores.own()).isEqualTo(before);
  }

  private static List<String> coresOfThreads(Role role) throws IOException {
    for (File thread : new File("/proc/self/task").listFiles()) {
      String status = Files.readString(thread.toPath().resolve("status"));
      if (status.startsWith("Name:\t" + role.threadPrefix())) {
        return List.of(status.split("Cpus_allowed_list:\t")[1].split("\n")[0].split("[,-]"));
      }
    }
    throw new AssertionError("no thread of " + role);
  }

  @Test
  void nioOnLoopbackDoesWithoutAnyLink() throws Exception {
    Ran ran = run("tls", "io=nio backend=loopback");
    assertThat(ran.terms()).containsEntry("link.offload", "as the host has it");
  }

  @Test
  void nonsenseIsRefusedInOneLine() {
    assertThatThrownBy(() -> TrialCells.settings(params("quic", "tlsVersion=1.2")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("transport quic speaks TLS 1.3 always: tlsVersion 1.3 only");
    assertThatThrownBy(() -> TrialCells.settings(params("quic", "congestion=vegas")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("congestion: 'vegas' is not one of its values; allowed: cubic, bbr, reno");
  }
}
