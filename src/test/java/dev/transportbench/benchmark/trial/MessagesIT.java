package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.benchmark.MixedBenchmark;
import dev.transportbench.benchmark.PlainJmh;
import dev.transportbench.benchmark.StreamBenchmark;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of messages and pushes by a schedule, against figures computed by hand. */
class MessagesIT {
  @TempDir Path folder;

  private static TrialSettings settings(String transport, String... values) {
    Map<String, String> params = new TreeMap<>();
    params.put("transport", transport);
    params.put("arrivals", "constant");
    params.put("messageRate", "400");
    params.put("payloadBytes", "300");
    params.put("spin", "off");
    params.put("impairment", "clean");
    params.put("backend", "veth");
    for (String value : values) {
      params.put(value.split("=")[0], value.split("=")[1]);
    }
    return TrialCells.settings(params);
  }

  private static IterationRecord run(TrialSettings settings, Workload workload) throws Exception {
    try (Trial trial = Trial.start(settings, workload)) {
      trial.beginIteration(true);
      long end = System.nanoTime() + 1_000_000_000;
      while (System.nanoTime() < end) {
        trial.completeOne();
      }
      trial.endIteration(true);
      return trial.iterations().get(0);
    }
  }

  /** 20 ms up and 5 ms down: one could be taken for the other, and for half of both. */
  @ParameterizedTest
  @ValueSource(strings = {"tcp", "webtransport", "webtransport-datagram"})
  void oneWayTimesAreTheLinksOwn(String transport) throws Exception {
    Path profile = folder.resolve("uneven.yaml");
    Files.writeString(
        profile,
        """
        description: d
        source: ours
        up: {owd: 20ms}
        down: {owd: 5ms}
        """);
    TrialSettings settings =
        settings(transport, "backend=tun", "impairment=" + profile, "connections=2");
    IterationRecord iteration = run(settings, OpenLoop.messages(settings));

    double up = value(iteration, FigureName.MESSAGE_UP_P50) / 1e3;
    double down = value(iteration, FigureName.MESSAGE_DOWN_P50) / 1e3;
    assertThat(up).isGreaterThanOrEqualTo(19.9);
    assertThat(down).isGreaterThanOrEqualTo(4.95).isLessThan(20);
    assertThat(value(iteration, FigureName.LATENCY_P50) / 1e3).isGreaterThanOrEqualTo(24.9);
    assertThat(value(iteration, FigureName.MESSAGE_UP_COUNT))
        .isEqualTo(value(iteration, FigureName.RPC_COMPLETED));
    if (!transport.endsWith("datagram")) {
      // A datagram is given up after 175 ms: a busy machine can take as long.
      assertThat(value(iteration, FigureName.RPC_FAILED)).isZero();
    }
    assertThat(value(iteration, FigureName.CONNECTIONS)).isEqualTo(2);
  }

  /**
   * Of 400 datagrams there and back over 10 % loss each way, 19 % do not return: 76 ± 4·8, or more
   * when busy.
   */
  @Test
  void aLostDatagramIsCountedAndDelaysNoOther() throws Exception {
    Path profile = folder.resolve("lossy.yaml");
    Files.writeString(
        profile,
        """
        description: d
        source: ours
        both: {owd: 5ms, loss: 10%}
        """);
    TrialSettings settings =
        settings("webtransport-datagram", "backend=tun", "impairment=" + profile);
    IterationRecord iteration = run(settings, OpenLoop.messages(settings));

    double lost = value(iteration, FigureName.RPC_FAILED);
    assertThat(lost).isGreaterThanOrEqualTo(44.0);
    assertThat(value(iteration, FigureName.MESSAGE_UP_COUNT))
        .isEqualTo(value(iteration, FigureName.RPC_COMPLETED));
  }

  /**
   * 100 RPCs of 128 B each way, 100 messages of 300 B there and back, and 50 pushes of 300 B a
   * second: of five that are sent two are RPCs, two messages, and one is a push, which goes up once
   * and down three times.
   */
  @ParameterizedTest
  @CsvSource({"tls", "quic", "webtransport"})
  void rpcsMessagesAndPushesShareTheConnections(String transport) throws Exception {
    TrialSettings settings =
        settings(
            transport,
            "connections=6",
            "rate=100",
            "messageRate=100",
            "pushRate=50",
            "payloads=128");
    IterationRecord iteration = run(settings, OpenLoop.all(settings));

    double rpcs = value(iteration, FigureName.LATENCY_COUNT);
    double messages = value(iteration, FigureName.MESSAGE_UP_COUNT);
    double arrivals = value(iteration, FigureName.PUSH_COUNT);
    double sent = rpcs + messages + arrivals / 3;
    assertThat(rpcs).isCloseTo(0.4 * sent, within(2.0));
    assertThat(messages).isCloseTo(0.4 * sent, within(2.0));
    assertThat(arrivals / 3).isCloseTo(0.2 * sent, within(2.0));
    assertThat(arrivals % 3).isZero();
    assertThat(value(iteration, FigureName.RATE_ASKED)).isCloseTo(250, within(5.0));
    assertThat(value(iteration, FigureName.CONNECTIONS)).isEqualTo(6);
    assertThat(value(iteration, FigureName.RPC_FAILED)).isZero();
    double completed = value(iteration, FigureName.RPC_COMPLETED);
    assertThat(completed).isEqualTo(rpcs + messages + arrivals);
    double payload =
        completed
            * (value(iteration, FigureName.WIRE_BYTES_UP)
                + value(iteration, FigureName.WIRE_BYTES_DOWN)
                - value(iteration, FigureName.WIRE_OVERHEAD));
    assertThat(payload)
        .isCloseTo(rpcs * 2 * 128 + messages * 2 * 300 + arrivals / 3 * 4 * 300, within(1.0));
  }

  @Test
  void runAloneByJmhsOwnOptions() throws Exception {
    Map<String, Double> stream =
        PlainJmh.run(
            StreamBenchmark.class, "transport=websocket", "messageRate=500", "backend=veth");
    assertThat(stream.get("rate.asked")).isCloseTo(500, within(5.0));
    assertThat(stream.get("message.down.n")).isEqualTo(stream.get("rpc.completed"));
    assertThat(stream.get("latency.p50"))
        .isGreaterThan(Math.max(stream.get("message.up.p50"), stream.get("message.down.p50")));

    Map<String, Double> mixed =
        PlainJmh.run(MixedBenchmark.class, "transport=websocket", "backend=veth");
    // 200 RPCs, 200 messages, 50 pushes to three.
    assertThat(mixed.get("rate.asked")).isCloseTo(450, within(6.0));
    assertThat(mixed.get("rpc.completed"))
        .isEqualTo(mixed.get("latency.n") + mixed.get("message.up.n") + mixed.get("push.n"));
    assertThat(mixed.get("push.n") % 3).isZero();
  }

  @Test
  void nonsenseIsRefusedInOneLine() {
    assertThatThrownBy(() -> settings("http2"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("transport http2 has no streams of messages");
    assertThatThrownBy(() -> settings("webtransport-datagram", "pushRate=5", "connections=3"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("transport webtransport-datagram has no streams of messages");
    assertThatThrownBy(() -> settings("tls", "pushRate=5", "connections=4"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("connections 4 are no whole number of members, who have 3 devices each");
    assertThatThrownBy(() -> settings("tls", "messageRate=0"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("messageRate: '0' is not one of its values; allowed: a whole");
  }
}
