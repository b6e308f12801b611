package dev.transportbench.transport.connection;

import dev.transportbench.rpc.Io;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelConfig;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.handler.ssl.SslHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.net.ssl.SSLSession;

/**
 * The terms of {@link dev.transportbench.rpc.Terms} as socket options of Linux, and back: what a
 * socket says that it got. A loop of {@link Io#NIO} can't read some; it says {@link
 * #NOT_AVAILABLE}.
 */
public final class SocketTerms {
  /** The value of a term that could not be read. */
  public static final String NOT_AVAILABLE = "not available";

  /** The value of a buffer's size that nobody fixed, so that the kernel grows it as it sees fit. */
  public static final String KERNEL_TUNED = "kernel-tuned";

  private static final int SOL_SOCKET = 1;
  private static final int IPPROTO_TCP = 6;
  private static final int CONGESTION_NAME_BYTES = 16;
  private static final RawUnixChannelOption TCP_CONGESTION =
      new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, 13, CONGESTION_NAME_BYTES);
  // Linux 5.14: which of the two buffers' sizes were fixed by the program.
  private static final IntegerUnixChannelOption SO_BUF_LOCK =
      new IntegerUnixChannelOption("SO_BUF_LOCK", SOL_SOCKET, 72);
  private static final int SNDBUF_LOCKED = 1;
  private static final int RCVBUF_LOCKED = 2;
  // Go beyond the machine's limit, for those who may administer the network namespace.
  private static final IntegerUnixChannelOption SO_SNDBUFFORCE =
      new IntegerUnixChannelOption("SO_SNDBUFFORCE", SOL_SOCKET, 32);
  private static final IntegerUnixChannelOption SO_RCVBUFFORCE =
      new IntegerUnixChannelOption("SO_RCVBUFFORCE", SOL_SOCKET, 33);

  private SocketTerms() {}

  /**
   * Sets a TCP socket's congestion control; connections inherit their listener's.
   *
   * @throws IllegalStateException when the kernel has no such algorithm or does not permit it
   */
  public static void setCongestion(Channel socket, String congestion) {
    if (!(socket.config() instanceof EpollChannelConfig)) {
      return;
    }
    ByteBuffer name = ByteBuffer.allocate(CONGESTION_NAME_BYTES);
    name.put(congestion.getBytes(StandardCharsets.US_ASCII)).rewind();
    try {
      socket.config().setOption(TCP_CONGESTION, name);
    } catch (ChannelException e) {
      throw new IllegalStateException(
          "congestion: '%s' is refused by the kernel: %s".formatted(congestion, e.getMessage()), e);
    }
    String got = congestion(socket);
    if (!got.equals(congestion)) {
      throw new IllegalStateException(
          "congestion: asked for '%s', got '%s'".formatted(congestion, got));
    }
  }

  /** The congestion control that a TCP socket runs. */
  public static String congestion(Channel socket) {
    if (!(socket.config() instanceof EpollChannelConfig)) {
      return NOT_AVAILABLE;
    }
    ByteBuffer name = socket.config().getOption(TCP_CONGESTION);
    byte[] bytes = new byte[name.remaining()];
    name.get(bytes);
    String padded = new String(bytes, StandardCharsets.US_ASCII);
    int end = padded.indexOf('\0');
    return end < 0 ? padded : padded.substring(0, end);
  }

  /** Asks for a UDP socket's buffer sizes; what was granted is for {@link #addBuffers}. */
  public static void setBuffers(Channel socket, int bytes) {
    socket.config().setOption(ChannelOption.SO_SNDBUF, bytes);
    socket.config().setOption(ChannelOption.SO_RCVBUF, bytes);
    if (socket.config() instanceof EpollChannelConfig) {
      try {
        socket.config().setOption(SO_SNDBUFFORCE, bytes);
        socket.config().setOption(SO_RCVBUFFORCE, bytes);
      } catch (ChannelException e) {
        // Not permitted: what the plain options granted stands, and is recorded.
        return;
      }
    }
  }

  /** Adds the granted sizes of the socket's buffers, as the kernel counts them. */
  public static void addBuffers(Channel socket, Map<String, String> terms) {
    boolean readable = socket.config() instanceof EpollChannelConfig;
    // Only TCP's sizes change by themselves.
    int fixed = socket instanceof DatagramChannel ? SNDBUF_LOCKED | RCVBUF_LOCKED : 0;
    if (readable) {
      fixed = socket.config().getOption(SO_BUF_LOCK);
    }
    String tuned = readable ? KERNEL_TUNED : NOT_AVAILABLE;
    terms.put(
        "sndbuf.bytes",
        (fixed & SNDBUF_LOCKED) == 0 ? tuned : option(socket, ChannelOption.SO_SNDBUF));
    terms.put(
        "rcvbuf.bytes",
        (fixed & RCVBUF_LOCKED) == 0 ? tuned : option(socket, ChannelOption.SO_RCVBUF));
  }

  private static String option(Channel socket, ChannelOption<Integer> option) {
    return String.valueOf(socket.config().getOption(option));
  }

  /** Adds the version and suite of TLS that a session negotiated. */
  public static void addTls(SSLSession session, Map<String, String> terms) {
    terms.put("tls.version", session.getProtocol());
    terms.put("tls.suite", session.getCipherSuite());
  }

  /** Adds all that a TCP connection can tell, TLS included where it is in the pipeline. */
  public static void addTcp(Channel connection, Map<String, String> terms) {
    SslHandler tls = connection.pipeline().get(SslHandler.class);
    if (tls != null) {
      addTls(tls.engine().getSession(), terms);
    }
    terms.put("congestion", congestion(connection));
    addBuffers(connection, terms);
  }
}
