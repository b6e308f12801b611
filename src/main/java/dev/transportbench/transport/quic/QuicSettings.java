package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Offload;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.SocketTerms;
import io.netty.channel.Channel;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;

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

  /** Packets that one segmented send holds at most, where offload is on. */
  public static final int SEGMENTS = 10;

  /**
   * What a client checks the server's certificate on: its own loop, at once. The codecs' default
   * does too, but learns that the handshake is done before it goes on with it, and looks again when
   * the next packet arrives: a round trip late. With any other executor the codec looks once more
   * from the loop, when the handshake has gone on.
   */
  public static final Executor CERTIFICATE_CHECKS = Runnable::run;

  /** Tickets that a client keeps, where connections are resumed: more than it has servers. */
  public static final int TICKETS_KEPT = 64;

  /** A merged receive is as long as a UDP datagram can be. */
  private static final int MERGED_BYTES = 65_535;

  private static final int RECEIVE_BYTES = 2048;

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
   * Prepares a new UDP socket.
   *
   * @throws IllegalArgumentException when the terms want what a socket of this kind has not
   */
  static void prepareSocket(Channel socket, Terms terms) {
    SocketTerms.setBuffers(socket, terms.socketBufferBytes());
    if (terms.offload() == Offload.ON) {
      if (!(socket instanceof EpollDatagramChannel)) {
        throw new IllegalArgumentException(
            "offload: 'on' needs a UDP socket of epoll, this is %s; allowed: off, or io epoll"
                .formatted(socket.getClass().getSimpleName()));
      }
      // Not recvmmsg beside it: with both, RPCs of 16 KiB got no answer within 30 s. Not known why.
      socket.config().setOption(EpollChannelOption.UDP_GRO, true);
      socket.config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(MERGED_BYTES));
    }
    // Nor recvmmsg alone, sixteen packets a call: it took a third of the system calls, no less CPU
    // at 1 KiB and 32 in flight, and a tenth more at 1 MiB.
  }

  /**
   * Lets a server take one packet at a time where 0-RTT is to be had. Without, some calls were
   * answered a round trip late, probably those read in one go with the handshake's first packet: no
   * key for them is there yet.
   */
  static void readSingly(Channel socket, Terms terms) {
    if (terms.handshake() == Handshake.EARLY_DATA && terms.offload() == Offload.OFF) {
      socket
          .config()
          .setRecvByteBufAllocator(
              new FixedRecvByteBufAllocator(RECEIVE_BYTES).maxMessagesPerRead(1));
    }
  }

  /**
   * Adds what a connection negotiated. The codec can't be asked which congestion control runs and
   * with which initial window; it has no way to refuse what was set.
   *
   * @param early whether an RPC went out, or came in, before the handshake was done
   */
  static void addTerms(
      QuicCodec codec,
      Channel socket,
      Channel connection,
      boolean early,
      Terms asked,
      Map<String, String> to) {
    SocketTerms.addTls(codec.tls(connection), to);
    if (early) {
      to.put("tls.handshake", Handshake.EARLY_DATA.label());
    }
    SocketTerms.addBuffers(socket, to);
    to.put("congestion", asked.congestion());
    to.put("congestion.from", "setting");
    to.put("initial.window.packets", String.valueOf(INITIAL_WINDOW_PACKETS));
    to.put("flow.window.bytes", String.valueOf(codec.flowWindowBytes(connection)));
    boolean merged =
        socket instanceof EpollDatagramChannel
            && socket.config().getOption(EpollChannelOption.UDP_GRO);
    to.put("offload", (merged ? Offload.ON : Offload.OFF).label());
  }
}
