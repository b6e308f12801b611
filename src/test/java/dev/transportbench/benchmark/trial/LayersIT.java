package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.StackProfile;
import dev.transportbench.link.Backend;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sampled stacks have a layer, and the layers are those that the transport has. */
class LayersIT {
  /** Layers that only some transports have. */
  private static final Set<String> FRAMINGS =
      Set.of("http1", "http2", "http3", "websocket", "webtransport", "quic", "tls");

  private static final Map<String, Set<String>> OWN =
      Map.ofEntries(
          Map.entry("tcp", Set.of()),
          Map.entry("tls", Set.of("tls")),
          Map.entry("websocket", Set.of("tls", "websocket")),
          Map.entry("http1", Set.of("tls", "http1")),
          Map.entry("http1-six", Set.of("tls", "http1")),
          Map.entry("http2", Set.of("tls", "http2")),
          Map.entry("quic", Set.of("tls", "quic")),
          Map.entry("quic-incubator", Set.of("tls", "quic")),
          Map.entry("http3", Set.of("tls", "quic", "http3")),
          Map.entry("http3-incubator", Set.of("tls", "quic", "http3")),
          Map.entry("http3-alt-svc", Set.of("tls", "quic", "http3")),
          Map.entry("webtransport", Set.of("tls", "quic", "webtransport")),
          Map.entry("webtransport-datagram", Set.of("tls", "quic", "webtransport")),
          Map.entry("fallback", Set.of("tls", "quic", "webtransport")));

  /** A WebTransport stream's first bytes pass HTTP/3's codec, which asks what stream it is. */
  private static final Map<String, Set<String>> NOW_AND_THEN =
      Map.of("webtransport", Set.of("http3"), "fallback", Set.of("http3"));

  @ParameterizedTest
  @CsvSource({"websocket, 32", "quic, 1"})
  void layersAreThoseOfTheTransport(String transport, int concurrency) throws Exception {
    check(transport, concurrency, 2);
  }

  static Stream<Arguments> everyTransport() {
    return Transports.all().values().stream()
        .filter(transport -> !transport.traits().contains(Trait.IN_MEMORY))
        .map(Transport::name)
        .flatMap(name -> Stream.of(1, 32).map(concurrency -> Arguments.of(name, concurrency)));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("everyTransport")
  void onEveryTransport(String transport, int concurrency) throws Exception {
    check(transport, concurrency, 4);
    partsAddUp(transport, concurrency);
  }

  /** Without a profiler: what the parts took is what the process took. */
  private static void partsAddUp(String transport, int concurrency) throws Exception {
    IterationRecord found =
        TrialCells.measure(settings(transport, 1024, concurrency, "clean", Backend.VETH), 60_000);
    double parts = 0;
    for (FigureName part :
        List.of(
            FigureName.CPU_CLIENT,
            FigureName.CPU_SERVER,
            FigureName.CPU_GC,
            FigureName.CPU_JIT,
            FigureName.CPU_OTHER)) {
      parts += TrialCells.value(found, part);
    }
    double process = TrialCells.value(found, FigureName.CPU_PROCESS);
    double microsOfCore = found.seconds() * 1e6 / TrialCells.value(found, FigureName.RPC_COMPLETED);
    assertThat(parts)
        .as("%s, %d in flight", transport, concurrency)
        .isCloseTo(process, within(Math.max(0.03 * process, 0.005 * microsOfCore)));
  }

  private static void check(String transport, int concurrency, double seconds) throws Exception {
    StackProfile profile =
        Profiled.measure(settings(transport, 1024, concurrency, "clean", Backend.VETH), seconds);

    assertThat(profile.notAvailable()).isNull();
    for (String side : List.of("client", "server")) {
      StackProfile.Shares shares = profile.cpu().get(side);
      Map<String, Double> layers = shares.layers();
      assertThat(shares.samples()).isGreaterThan(200);
      assertThat(layers.values().stream().mapToDouble(Double::doubleValue).sum())
          .isBetween(1 - 1e-9, 1 + 1e-9);
      assertThat(layers.getOrDefault("unknown", 0.0)).as("%s", layers).isLessThan(0.05);
      assertThat(layers).containsKeys("netty", "kernel", "protobuf");
      assertThat(layers.keySet()).containsAll(OWN.get(transport));
      for (String other : FRAMINGS) {
        // A frame of another's helpers may be met now and then.
        if (!OWN.get(transport).contains(other)
            && !NOW_AND_THEN.getOrDefault(transport, Set.of()).contains(other)) {
          assertThat(layers.getOrDefault(other, 0.0)).as("%s in %s", other, layers).isLessThan(.01);
        }
      }
    }
  }
}
