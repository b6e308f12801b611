package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.measure;
import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static dev.transportbench.benchmark.trial.TrialCells.value;
import static dev.transportbench.ledger.FigureName.WIRE_BYTES_DOWN;
import static dev.transportbench.ledger.FigureName.WIRE_BYTES_UP;
import static dev.transportbench.ledger.FigureName.WIRE_OVERHEAD;
import static dev.transportbench.ledger.FigureName.WIRE_PACKETS_DOWN;
import static dev.transportbench.ledger.FigureName.WIRE_PACKETS_UP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.Backend;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Wire bytes against a hand count, at 1 KiB and one RPC in flight.
 *
 * <pre>
 * ClientMessage    request_id: tag 1 + varint 4                                   5
 *   Request        tag 1 + length 2                                               3
 *     method       tag 1 + length 1 + "echo" 4                                    6
 *     payload      tag 1 + length 2 + 1024                                     1027
 *                                                                              1041
 * length prefix    varint of 1041                                                 2
 * TCP              header 20 + time stamps 12 (RFC 7323: 10, padded to 12)       32
 * IPv4             header                                                        20
 * up                                                                           1095
 *
 * ServerMessage    5 + 3 + payload 1027                                        1035
 * down             + 2 + 32 + 20                                               1089
 * </pre>
 *
 * Each acknowledgement rides on the next message. A few dozen bare ones at a connection's start,
 * and one whenever the machine stalls for longer than the delayed-ACK timer (40 ms), are what the
 * upper bounds allow for.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireBytesIT {
  private static final int RPCS = 20_000;
  private static final double UP_BYTES = 1095;
  private static final double DOWN_BYTES = 1089;
  private static final double BARE_ACKS = 0.005;

  /** RFC 8446 section 5.2: header 5, content type 1, AEAD tag 16. */
  private static final double TLS_RECORD_BYTES = 22;

  private IterationRecord tcpOnVeth;

  @BeforeAll
  void measureTcp() throws Exception {
    tcpOnVeth = measure(settings("tcp", 1024, 1, "clean", Backend.VETH), RPCS);
  }

  @Test
  void tcpIsAsCountedByHand() {
    assertAsCounted(tcpOnVeth);
  }

  @Test
  void theTunBackendCountsTheSame() throws Exception {
    assertAsCounted(measure(settings("tcp", 1024, 1, "open", Backend.TUN), RPCS));
  }

  private static void assertAsCounted(IterationRecord found) {
    assertThat(value(found, WIRE_BYTES_UP)).isBetween(UP_BYTES, UP_BYTES * (1 + BARE_ACKS));
    assertThat(value(found, WIRE_BYTES_DOWN)).isBetween(DOWN_BYTES, DOWN_BYTES * (1 + BARE_ACKS));
    assertThat(value(found, WIRE_PACKETS_UP)).isBetween(1.0, 1.02);
    assertThat(value(found, WIRE_PACKETS_DOWN)).isBetween(1.0, 1.02);
    assertThat(value(found, WIRE_OVERHEAD))
        .isBetween(71.0 + 65.0, 71.0 + 65.0 + (UP_BYTES + DOWN_BYTES) * BARE_ACKS);
  }

  @Test
  void tlsAddsOneRecordEachWay() throws Exception {
    IterationRecord tls = measure(settings("tls", 1024, 1, "clean", Backend.VETH), RPCS);
    assertThat(value(tls, WIRE_BYTES_UP) - value(tcpOnVeth, WIRE_BYTES_UP))
        .isBetween(TLS_RECORD_BYTES - 1, TLS_RECORD_BYTES + 1);
    assertThat(value(tls, WIRE_BYTES_DOWN) - value(tcpOnVeth, WIRE_BYTES_DOWN))
        .isBetween(TLS_RECORD_BYTES - 1, TLS_RECORD_BYTES + 1);
  }

  /**
   * WebSocket without the length prefix (2), with its own header: 2 + 2 for a payload of 126 to
   * 65,535 bytes, + 4 of mask from the client (RFC 6455 section 5.2).
   */
  @Test
  void webSocketAddsItsHeader() throws Exception {
    IterationRecord found = measure(settings("websocket", 1024, 1, "clean", Backend.VETH), RPCS);
    double up = UP_BYTES + TLS_RECORD_BYTES - 2 + 8;
    double down = DOWN_BYTES + TLS_RECORD_BYTES - 2 + 4;
    assertThat(value(found, WIRE_BYTES_UP)).isBetween(up, up * (1 + BARE_ACKS));
    assertThat(value(found, WIRE_BYTES_DOWN)).isBetween(down, down * (1 + BARE_ACKS));
  }

  private enum OverQuic {
    QUIC("quic"),
    HTTP3("http3");

    private final String transport;

    OverQuic(String transport) {
      this.transport = transport;
    }
  }

  /** Signal, header, message and FIN of a small RPC in one packet each way. */
  @ParameterizedTest
  @EnumSource
  void aSmallRpcOverQuicIsOnePacketEachWay(OverQuic cell) throws Exception {
    IterationRecord found = measure(settings(cell.transport, 1024, 1, "clean", Backend.VETH), RPCS);
    assertThat(value(found, WIRE_PACKETS_UP)).isBetween(1.0, 1.1);
    assertThat(value(found, WIRE_PACKETS_DOWN)).isBetween(1.0, 1.1);
  }
}
