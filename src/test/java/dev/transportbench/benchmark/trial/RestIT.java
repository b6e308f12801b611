package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static dev.transportbench.benchmark.trial.TrialCells.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.rpc.RpcService;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Wire bytes of 1 KiB against a hand count over HTTP/1.1: IP and TCP take 52, a TLS record 22.
 *
 * <pre>
 * GET /bytes/1024 HTTP/1.1                                    26
 * host: transport-bench.test:NNNNN and the empty line    34 + 2   62
 * HTTP/1.1 200 OK                                             17
 * content-length: 1024, the empty line              22 + 2   41 + 1024
 * </pre>
 *
 * An upload's POST has the payload on the way up, and four bytes of it come back.
 */
class RestIT {
  private static final int RPCS = 500;
  private static final int PAYLOAD_BYTES = 1024;
  private static final int PACKET_BYTES = 20 + 32 + 22;

  @ParameterizedTest
  @CsvSource({
    "http1, download",
    "http1, upload",
    "http2, download",
    "http3, download",
    "http3, upload",
    "quic, upload",
    "tcp, echo"
  })
  void carriesThePayloadTheWayThatTheMethodSays(String transport, String method) throws Exception {
    Map<String, String> params = new TreeMap<>();
    params.put("transport", transport);
    params.put("method", method);
    params.put("payloadBytes", String.valueOf(PAYLOAD_BYTES));
    params.put("concurrency", "1");
    params.put("impairment", "clean");
    params.put("backend", "veth");
    TrialSettings plain = settings(params);
    TrialSettings settings = method.equals(RpcService.DOWNLOAD) ? plain.withGets() : plain;
    try (Trial trial = Trial.start(settings, Workload.rest(settings, method))) {
      trial.beginIteration(true);
      for (int i = 0; i < RPCS; i++) {
        trial.completeOne();
      }
      trial.endIteration(true);
      assertThat(trial.violations()).isEmpty();
      IterationRecord found = trial.iterations().get(0);
      // The one in flight at the end is waited for, and counts.
      assertThat(value(found, FigureName.RPC_COMPLETED)).isBetween((double) RPCS, RPCS + 1.0);
      assertThat(value(found, FigureName.TTFB_COUNT))
          .isEqualTo(value(found, FigureName.RPC_COMPLETED));
      double up = value(found, FigureName.WIRE_BYTES_UP);
      double down = value(found, FigureName.WIRE_BYTES_DOWN);
      boolean goesUp = !method.equals(RpcService.DOWNLOAD);
      boolean goesDown = !method.equals(RpcService.UPLOAD);
      assertThat(up > PAYLOAD_BYTES).isEqualTo(goesUp);
      assertThat(down > PAYLOAD_BYTES).isEqualTo(goesDown);
      double payload = (goesUp ? PAYLOAD_BYTES : 0) + (goesDown ? PAYLOAD_BYTES : 0);
      assertThat(value(found, FigureName.WIRE_OVERHEAD))
          .isCloseTo(up + down - payload, org.assertj.core.api.Assertions.within(0.1));
      if (transport.equals("http1") && method.equals(RpcService.DOWNLOAD)) {
        assertThat(up).isBetween(62.0 + PACKET_BYTES - 6, 62.0 + PACKET_BYTES + 10);
        assertThat(down).isBetween(41.0 + 1024 + PACKET_BYTES - 6, 41.0 + 1024 + PACKET_BYTES + 10);
      }
    }
  }
}
