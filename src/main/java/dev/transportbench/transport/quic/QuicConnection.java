package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.stream.StreamConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import java.util.Map;

/** A client's connection and the UDP socket that it has to itself. */
final class QuicConnection implements StreamConnection {
  private final QuicCodec codec;
  private final Channel socket;
  private final HeldFlush packets;
  private final Channel connection;
  private final Terms terms;

  QuicConnection(
      QuicCodec codec, Channel socket, HeldFlush packets, Channel connection, Terms terms) {
    this.codec = codec;
    this.socket = socket;
    this.packets = packets;
    this.connection = connection;
    this.terms = terms;
  }

  @Override
  public long streamsAllowed() {
    return codec.streamsAllowed(connection);
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
    QuicSettings.addTerms(codec, socket, connection, terms, to);
  }

  @Override
  public void addCounters(Map<String, Double> to) {
    codec.addCounters(connection, to);
  }

  @Override
  public Future<Void> close() {
    packets.release();
    // The socket follows when the connection is closed: see QuicConnector.
    connection.close();
    return socket.closeFuture();
  }
}
