package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Terms;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Map;
import javax.net.ssl.SSLEngine;

/**
 * One of the QUIC codecs for Netty. They are alike but for the packages of their types, which are
 * kept out of all other classes. Connections and streams are those of the codec itself.
 *
 * <p>TLS is BoringSSL's. What no codec lets one set: flow windows start at {@link
 * Terms#flowWindowBytes} and may grow to 16 MiB a stream and 24 MiB a connection (quiche has calls
 * for both bounds, which neither codec makes); packets are not paced, which leaves BBR without what
 * it rests on; a connection id takes 20 bytes.
 */
public interface QuicCodec {

  /**
   * The handler for a client's UDP socket; trusts the identity's certificate alone and checks that
   * it is for the host that is asked.
   *
   * @throws IllegalArgumentException when the terms or the identity are not to be had
   */
  ChannelHandler client(
      InetSocketAddress server, Identity identity, String applicationProtocol, Terms terms);

  /**
   * The handler for a server's UDP socket.
   *
   * @param connections goes into the pipeline of each new connection
   * @throws IllegalArgumentException when the terms are not to be had
   */
  ChannelHandler server(
      Identity identity, String applicationProtocol, Terms terms, ChannelHandler connections);

  /**
   * Opens a connection through a socket with the {@link #client} handler.
   *
   * @param connection goes into the pipeline of the new connection
   */
  Future<? extends Channel> connect(
      Channel socket,
      InetSocketAddress server,
      Terms terms,
      int timeoutMillis,
      ChannelHandler connection);

  /** How many bidirectional streams the peer lets this end open now. */
  long streamsAllowed(Channel connection);

  /** Opens a bidirectional stream, with {@code stream} in its pipeline. */
  Future<? extends Channel> openStream(Channel connection, ChannelHandler stream);

  /** What writes {@code data} to a stream and ends it, in one. */
  Object lastFrame(ByteBuf data);

  /** Resets a stream and asks the peer to stop sending on it. */
  void abandon(Channel stream, int errorCode);

  /** Whether a connection's event says that {@link #streamsAllowed} changed. */
  boolean isStreamsAllowedChange(Object event);

  /** Whether a connection's event says that the peer closed it. */
  boolean isClose(Object event);

  /**
   * Whether a connection's event says that streams can be opened before the server has answered
   * (0-RTT).
   */
  boolean isEarlyDataReady(Object event);

  SSLEngine tls(Channel connection);

  /**
   * Adds what the library counted on a connection, in the words of {@code RpcClient.counters}. On
   * the connection's loop.
   */
  void addCounters(Channel connection, Map<String, Double> to);

  /** The least of the flow windows that the peer granted at the start. */
  long flowWindowBytes(Channel connection);
}
