package dev.transportbench.transport.connection;

import dev.transportbench.rpc.Terms;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DatagramChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/**
 * The terms of {@link Terms} as socket options of Linux, and back: what a socket says that it got.
 * What can't be read is {@link Terms#NOT_AVAILABLE}.
 */
public final class SocketTerms {
  /** The value of a buffer's size that nobody fixed, so that the kernel grows it as it sees fit. */
  public static final String KERNEL_TUNED = "kernel-tuned";

  private static final int SOL_SOCKET = 1;
  private static final int SO_SNDBUF = 7;
  private static final int SO_RCVBUF = 8;
  private static final int IPPROTO_TCP = 6;
  private static final int TCP_INFO = 11;
  private static final int TCP_CONGESTION = 13;
  private static final int CONGESTION_NAME_BYTES = 16;
  private static final int TCP_INFO_BYTES = 104;
  private static final int SND_CWND_OFFSET = 80;
  // Linux 5.14: which of the two buffers' sizes were fixed by the program.
  private static final int SO_BUF_LOCK = 72;
  private static final int SNDBUF_LOCKED = 1;
  private static final int RCVBUF_LOCKED = 2;
  // Go beyond the machine's limit, for those who may administer the network namespace.
  private static final int SO_SNDBUFFORCE = 32;
  private static final int SO_RCVBUFFORCE = 33;

  private static final AttributeKey<String> INITIAL_WINDOW =
      AttributeKey.valueOf(SocketTerms.class, "initialWindow");

  private SocketTerms() {}

  /**
   * Sets what TCP can be told before it connects or listens; connections inherit their listener's.
   *
   * @throws IllegalStateException when the kernel has no such congestion control or does not permit
   *     it
   */
  public static void setTcp(Channel socket, Terms terms) {
    setCongestion(socket, terms.congestion());
    if (terms.tcpBufferBytes() > 0) {
      setBuffers(socket, terms.tcpBufferBytes());
    }
  }

  private static void setCongestion(Channel socket, String congestion) {
    Optional<NativeSocket> found = NativeSocket.of(socket);
    if (found.isEmpty()) {
      if (NativeSocket.isLinux()) {
        throw new IllegalStateException(
            "congestion: '%s' can't be set on a socket of NIO unless java is started with %s"
                .formatted(congestion, NativeSocket.FLAG));
      }
      // Other systems offer no choice: what is negotiated says so.
      return;
    }
    byte[] name = congestion.getBytes(StandardCharsets.US_ASCII);
    try {
      found.get().set(IPPROTO_TCP, TCP_CONGESTION, Arrays.copyOf(name, CONGESTION_NAME_BYTES));
    } catch (NativeSocket.RefusedException e) {
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
  private static String congestion(Channel socket) {
    return NativeSocket.of(socket)
        .map(
            found -> {
              byte[] name = found.get(IPPROTO_TCP, TCP_CONGESTION, CONGESTION_NAME_BYTES);
              String padded = new String(name, StandardCharsets.US_ASCII);
              int end = padded.indexOf('\0');
              return end < 0 ? padded : padded.substring(0, end);
            })
        .orElse(Terms.NOT_AVAILABLE);
  }

  /**
   * Remembers a TCP connection's congestion window; to be called when it is open and has sent
   * nothing yet.
   */
  public static void noteInitialWindow(Channel connection) {
    connection
        .attr(INITIAL_WINDOW)
        .set(
            NativeSocket.of(connection)
                .map(found -> found.get(IPPROTO_TCP, TCP_INFO, TCP_INFO_BYTES))
                .map(
                    info ->
                        ByteBuffer.wrap(info)
                            .order(ByteOrder.nativeOrder())
                            .getInt(SND_CWND_OFFSET))
                .map(String::valueOf)
                .orElse(Terms.NOT_AVAILABLE));
  }

  /**
   * Closes a TCP connection by a reset: no farewell of TLS, no wait, no TIME_WAIT. What was written
   * and not sent is lost. Done when it is closed.
   */
  public static Future<Void> reset(Channel connection) {
    connection.config().setOption(ChannelOption.SO_LINGER, 0);
    ChannelHandlerContext first = connection.pipeline().firstContext();
    // Past the handlers, one of which would send TLS's farewell first.
    return first == null ? connection.close() : first.close();
  }

  /** Asks for a socket's buffer sizes; what was granted is for {@link #addBuffers}. */
  public static void setBuffers(Channel socket, int bytes) {
    Optional<NativeSocket> found = NativeSocket.of(socket);
    if (found.isEmpty()) {
      socket.config().setOption(ChannelOption.SO_SNDBUF, bytes);
      socket.config().setOption(ChannelOption.SO_RCVBUF, bytes);
      return;
    }
    // Not by Netty's options: a listener, whose connections inherit both, has but one of them.
    found.get().setInt(SOL_SOCKET, SO_SNDBUF, bytes);
    found.get().setInt(SOL_SOCKET, SO_RCVBUF, bytes);
    try {
      found.get().setInt(SOL_SOCKET, SO_SNDBUFFORCE, bytes);
      found.get().setInt(SOL_SOCKET, SO_RCVBUFFORCE, bytes);
    } catch (NativeSocket.RefusedException e) {
      // Not permitted: what the plain options granted stands, and is recorded.
      return;
    }
  }

  /** Adds the granted sizes of the socket's buffers, as the kernel counts them. */
  public static void addBuffers(Channel socket, Map<String, String> terms) {
    Optional<NativeSocket> found = NativeSocket.of(socket);
    // Only TCP's sizes change by themselves.
    int fixed = socket instanceof DatagramChannel ? SNDBUF_LOCKED | RCVBUF_LOCKED : 0;
    if (found.isPresent()) {
      fixed = found.get().getInt(SOL_SOCKET, SO_BUF_LOCK);
    }
    String tuned = found.isPresent() ? KERNEL_TUNED : Terms.NOT_AVAILABLE;
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

  /** Adds the version and suite of TLS that were negotiated, and how its handshake went. */
  public static void addTls(SSLEngine engine, Map<String, String> terms) {
    SSLSession session = engine.getSession();
    terms.put("tls.version", session.getProtocol());
    terms.put("tls.suite", session.getCipherSuite());
    terms.put("tls.handshake", SessionReuse.label(engine));
  }

  /** Adds all that a TCP connection can tell, TLS included where it is in the pipeline. */
  public static void addTcp(Channel connection, Map<String, String> terms) {
    SslHandler tls = connection.pipeline().get(SslHandler.class);
    if (tls != null) {
      addTls(tls.engine(), terms);
    }
    String congestion = congestion(connection);
    terms.put("congestion", congestion);
    if (!congestion.equals(Terms.NOT_AVAILABLE)) {
      terms.put("congestion.from", "socket");
    }
    String window = connection.attr(INITIAL_WINDOW).get();
    terms.put("initial.window.packets", window == null ? Terms.NOT_AVAILABLE : window);
    addBuffers(connection, terms);
  }
}
