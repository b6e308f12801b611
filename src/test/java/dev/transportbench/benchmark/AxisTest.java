package dev.transportbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Param;

class AxisTest {

  @Test
  void everyAxisIsAParameterOfTheBenchmarkWithOneDefaultThatIsAllowed() throws Exception {
    for (Axis axis : Axis.values()) {
      // A connection that stays need not tell how it began.
      Class<?> benchmark =
          axis == Axis.HANDSHAKE ? ConnectionBenchmark.class : UnaryRpcBenchmark.class;
      Field field = benchmark.getField(axis.param());
      assertThat(field.getAnnotation(Param.class).value()).containsExactly(axis.defaultValue());
      assertThat(axis.allows(axis.defaultValue())).isTrue();
      assertThat(Axis.of(axis.param())).contains(axis);
    }
    assertThat(Axis.of("transport")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "CONGESTION, bbr, true",
    "CONGESTION, vegas, false",
    "IO, nio, true",
    "IO, io_uring, false",
    "OFFLOAD, on, true",
    "OFFLOAD, true, false",
    "CONNECTIONS, 10000, true",
    "CONNECTIONS, 0, false",
    "CONNECTIONS, 10001, false",
    "FLOW_WINDOW, 128KiB, true",
    "FLOW_WINDOW, 127KiB, false",
    "FLOW_WINDOW, 1024MiB, true",
    "FLOW_WINDOW, 1025MiB, false",
    "FLOW_WINDOW, 262144, false",
    "FLOW_WINDOW, 8MB, false",
    "TLS_VERSION, 1.2, true",
    "TLS_VERSION, 1.1, false",
    "CORES, shared, true",
    "CORES, 0, false"
  })
  void allowsNothingElse(Axis axis, String value, boolean allowed) {
    assertThat(axis.allows(value)).isEqualTo(allowed);
  }

  @Test
  void readsSizes() {
    assertThat(Axis.bytes("64KiB")).isEqualTo(65_536);
    assertThat(Axis.bytes("8MiB")).isEqualTo(8 << 20);
  }

  @Test
  void everyTransportGoesWithTheDefaults() {
    Transports.all()
        .forEach(
            (name, transport) ->
                assertThat(
                        Combination.problem(
                            params(name, ""), transport.traits(), transport.handshakes()))
                    .isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | congestion=bbr | transport null has no socket: congestion cubic only",
        "null | io=nio | transport null has no socket: io epoll only",
        "quic | tlsVersion=1.2 | transport quic speaks TLS 1.3 always: tlsVersion 1.3 only",
        "fallback | tlsVersion=1.2 | transport fallback speaks TLS 1.3 always: tlsVersion 1.3 only",
        "tcp | tlsVersion=1.2 | transport tcp has no TLS: tlsVersion 1.3 only",
        "tls | tlsVersion=1.2 |",
        "tls | handshake=resumed |",
        "tls | handshake=early-data | transport tls does not begin a connection by early-data: "
            + "handshake full or resumed only",
        "tcp | handshake=resumed | transport tcp does not begin a connection by resumed: "
            + "handshake full only",
        "quic | handshake=early-data |",
        "http2 | tlsVersion=1.2 |",
        "http1 | connections=2 | transport http1 opens a connection for each RPC in flight as it"
            + " is: connections 1 only",
        "tcp | connections=4 |",
        "tcp | connections=9 | connections 9 with 8 RPCs in flight leave some idle",
        "webtransport-datagram | flowWindow=128KiB | transport webtransport-datagram has no flow "
            + "window: flowWindow 8MiB only",
        "tcp | flowWindow=128KiB |",
        "tcp | offload=on |",
        "tcp | offload=on backend=tun | backend tun takes and impairs packets one by one: offload "
            + "off only",
        "tcp | offload=on backend=loopback | backend loopback is the host's own interface, whose "
            + "offloads stay as they are: offload off only",
        "tls | offload=on io=nio |",
        "quic | offload=on io=nio | transport quic has no segmented sends and merged receives on "
            + "nio: offload off only",
        "quic | congestion=bbr io=nio flowWindow=1MiB connections=8 |",
      })
  void refusesWhatMakesNoSense(String transport, String values, String problem) {
    Transport named = Transports.named(transport);
    assertThat(
            Combination.problem(params(transport, values), named.traits(), named.handshakes())
                .orElse(null))
        .isEqualTo(problem);
  }

  private static Map<String, String> params(String transport, String values) {
    Map<String, String> params = new TreeMap<>(Axis.defaults());
    params.put("transport", transport);
    params.put("backend", "veth");
    params.put("concurrency", "8");
    for (String value : values.split(" ")) {
      if (!value.isEmpty()) {
        params.put(value.split("=")[0], value.split("=")[1]);
      }
    }
    return params;
  }
}
