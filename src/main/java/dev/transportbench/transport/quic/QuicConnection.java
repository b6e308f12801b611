package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.stream.StreamConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.util.concurrent.Future;
import java.util.Map;

/** A client's connection and the UDP socket that it has to itself. */
final class QuicConnection implements StreamConnection {
  private final Channel socket;
  private final HeldFlush packets;
  private final QuicChannel connection;
  private final Terms terms;

  QuicConnection(Channel socket, HeldFlush packets, QuicChannel connection, Terms terms) {
    this.socket = socket;
    this.packets = packets;
    this.connection = connection;
    this.terms = terms;
  }

  @Override
  public long streamsAllowed() {
    return connection.peerAllowedStreams(QuicStreamType.BIDIRECTIONAL);
  }

  @Override
  public Future<?> openStream(ChannelHandler handler) {
    return connection.createStream(QuicStreamType.BIDIRECTIONAL, handler);
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
    QuicSettings.addTerms(socket, connection, terms, to);
  }

  @Override
  public Future<Void> close() {
    packets.release();
    // The socket follows when the connection is closed: see QuicConnector.
    connection.close();
    return socket.closeFuture();
  }
}
