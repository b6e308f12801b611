package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.SocketTerms;
import io.netty.channel.Channel;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** What is set in every codec, on both ends, and how the terms are named back. */
public final class QuicSettings {
  /** Longer than anything a benchmark waits for, so that an idle connection stays. */
  public static final long IDLE_SECONDS = 120;

  /** A packet of a 1,500-byte link, IPv6 and UDP headers taken off, rounded as browsers do. */
  public static final int UDP_PAYLOAD_BYTES = 1350;

  /** As TCP's: RFC 6928 and RFC 9002 §7.2 agree on ten packets. */
  public static final int INITIAL_WINDOW_PACKETS = 10;

  /** HTTP/3 wants three (RFC 9114 §6.2); the same for all, so that the handshakes are alike. */
  public static final int UNIDIRECTIONAL_STREAMS = 3;

  // Credit for streams comes back one round trip after they end.
  private static final int STREAMS_PER_CONCURRENT_CALL = 4;
  private static final int MIN_STREAMS = 128;

  private QuicSettings() {}

  /** How many streams a client may have open. */
  public static long bidirectionalStreams(Terms terms) {
    return Math.max(MIN_STREAMS, (long) STREAMS_PER_CONCURRENT_CALL * terms.concurrency());
  }

  /**
   * The codec's constant for the congestion control of the terms.
   *
   * @throws IllegalArgumentException when it has none
   */
  public static <E extends Enum<E>> E congestionControl(Class<E> algorithms, Terms terms) {
    try {
      return Enum.valueOf(algorithms, terms.congestion().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "congestion: '%s' is not in the QUIC codec; allowed: %s"
              .formatted(
                  terms.congestion(),
                  Arrays.toString(algorithms.getEnumConstants()).toLowerCase(Locale.ROOT)),
          e);
    }
  }

  /**
   * Adds what a connection negotiated. The codec can't be asked which congestion control runs; it
   * has no way to refuse the one that was set.
   */
  static void addTerms(
      QuicCodec codec, Channel socket, Channel connection, Terms asked, Map<String, String> to) {
    SocketTerms.addTls(codec.tlsSession(connection), to);
    SocketTerms.addBuffers(socket, to);
    to.put("congestion", asked.congestion());
    to.put("flow.window.bytes", String.valueOf(codec.flowWindowBytes(connection)));
  }
}
