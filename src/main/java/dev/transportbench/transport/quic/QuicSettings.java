package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.SocketTerms;
import io.netty.channel.Channel;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import io.netty.handler.codec.quic.QuicTransportParameters;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The terms as settings of the codec, the same on both ends. What the codec doesn't let one set:
 * flow windows start at {@link Terms#flowWindowBytes} and may grow to 16 MiB a stream and 24 MiB a
 * connection; packets are not paced; a connection id takes 20 bytes.
 */
final class QuicSettings {
  /** Longer than anything a benchmark waits for, so that an idle connection stays. */
  private static final long IDLE_SECONDS = 120;

  // A packet of a 1,500-byte link, IPv6 and UDP headers taken off, rounded down as browsers do.
  private static final int UDP_PAYLOAD_BYTES = 1350;

  /** As TCP's: RFC 6928 and RFC 9002 §7.2 agree on ten packets. */
  private static final int INITIAL_WINDOW_PACKETS = 10;

  // Credit for streams comes back one round trip after they end.
  private static final int STREAMS_PER_CONCURRENT_CALL = 4;
  private static final int MIN_STREAMS = 128;
  // HTTP/3 wants three (RFC 9114 §6.2); the same for all, so that the handshakes are alike.
  private static final int UNIDIRECTIONAL_STREAMS = 3;

  private QuicSettings() {}

  /**
   * @throws IllegalArgumentException when the codec has no such congestion control
   */
  static <B extends QuicCodecBuilder<B>> B apply(B builder, Terms terms) {
    long streams = Math.max(MIN_STREAMS, (long) STREAMS_PER_CONCURRENT_CALL * terms.concurrency());
    return builder
        .congestionControlAlgorithm(congestionControl(terms.congestion()))
        .initialCongestionWindowPackets(INITIAL_WINDOW_PACKETS)
        .initialMaxData(terms.flowWindowBytes())
        .initialMaxStreamDataBidirectionalLocal(terms.flowWindowBytes())
        .initialMaxStreamDataBidirectionalRemote(terms.flowWindowBytes())
        .initialMaxStreamDataUnidirectional(terms.flowWindowBytes())
        .initialMaxStreamsBidirectional(streams)
        .initialMaxStreamsUnidirectional(UNIDIRECTIONAL_STREAMS)
        .maxSendUdpPayloadSize(UDP_PAYLOAD_BYTES)
        .maxRecvUdpPayloadSize(UDP_PAYLOAD_BYTES)
        .maxIdleTimeout(IDLE_SECONDS, TimeUnit.SECONDS)
        .activeMigration(false)
        // Random bytes in the handshake: of no use where bytes are counted.
        .grease(false);
  }

  private static QuicCongestionControlAlgorithm congestionControl(String name) {
    try {
      return QuicCongestionControlAlgorithm.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "congestion: '%s' is not in the QUIC codec; allowed: %s"
              .formatted(
                  name,
                  Arrays.toString(QuicCongestionControlAlgorithm.values())
                      .toLowerCase(Locale.ROOT)),
          e);
    }
  }

  /**
   * Adds what a connection negotiated. The codec can't be asked which congestion control runs; it
   * has no way to refuse the one that was set.
   */
  static void addTerms(
      Channel socket, QuicChannel connection, Terms asked, Map<String, String> to) {
    SocketTerms.addTls(connection.sslEngine().getSession(), to);
    SocketTerms.addBuffers(socket, to);
    to.put("congestion", asked.congestion());
    QuicTransportParameters peer = connection.peerTransportParameters();
    long window =
        Math.min(
            peer.initialMaxData(),
            Math.min(peer.initialMaxStreamDataBidiLocal(), peer.initialMaxStreamDataBidiRemote()));
    to.put("flow.window.bytes", String.valueOf(window));
  }
}
