package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.HandshakeTimes;
import dev.transportbench.transport.stream.StreamConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.OptionalLong;

/** A client's connection and the UDP socket that it has to itself. */
final class QuicConnection implements StreamConnection {
  private final QuicCodec codec;
  private final Channel socket;
  private final HeldFlush packets;
  private final Channel connection;
  private final boolean early;
  private final Terms terms;

  /**
   * @param early whether the handshake is still to be done, so that RPCs go out as 0-RTT
   */
  QuicConnection(
      QuicCodec codec,
      Channel socket,
      HeldFlush packets,
      Channel connection,
      boolean early,
      Terms terms) {
    this.codec = codec;
    this.socket = socket;
    this.packets = packets;
    this.connection = connection;
    this.early = early;
    this.terms = terms;
  }

  @Override
  public long streamsAllowed() {
    // Before the handshake is done the codec has not asked for the number that came with the
    // ticket.
    return early && !connection.isActive()
        ? QuicSettings.bidirectionalStreams(terms)
        : codec.streamsAllowed(connection);
  }

  @Override
  public Future<?> openStream(ChannelHandler handler) {
    return codec.openStream(connection, handler);
  }

  @Override
  public void hold() {
    packets.hold();
  }

  @Override
  public void flush() {
    packets.release();
  }

  @Override
  public void addTerms(Map<String, String> to) {
    QuicSettings.addTerms(codec, socket, connection, early, terms, to);
  }

  @Override
  public void addCounters(Map<String, Double> to) {
    codec.addCounters(connection, to);
  }

  @Override
  public OptionalLong handshakeNanos() {
    return HandshakeTimes.nanos(connection);
  }

  @Override
  public Future<Void> close() {
    packets.release();
    // The socket follows when the connection is closed: see QuicConnector.
    connection.close();
    return socket.closeFuture();
  }
}
