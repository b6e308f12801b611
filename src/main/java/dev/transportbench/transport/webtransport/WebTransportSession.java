package dev.transportbench.transport.webtransport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;

/**
 * One session, at either end. Confined to the connection's loop.
 *
 * <p>Whatever ends it, {@link #close}, the peer or the connection: its streams are reset and {@link
 * SessionHandler#closed} is told once.
 */
public final class WebTransportSession {
  private enum State {
    ASKED_FOR,
    OPEN,
    CLOSED
  }

  private final WebTransportConnection connection;
  private final ConnectStream connect;
  private final long id;
  private final String path;
  private final LongObjectHashMap<QuicStreamChannel> streams = new LongObjectHashMap<>();
  private final int datagramPrefixBytes;
  private SessionHandler handler;
  private State state = State.ASKED_FOR;

  WebTransportSession(
      WebTransportConnection connection, ConnectStream connect, long id, String path) {
    this.connection = connection;
    this.connect = connect;
    this.id = id;
    this.path = path;
    datagramPrefixBytes = QuicVarint.size(id >> 2);
  }

  /** The id of the stream whose CONNECT asked for the session. */
  public long id() {
    return id;
  }

  /** What the CONNECT asked for. */
  public String path() {
    return path;
  }

  /** Whether streams can be opened. */
  public boolean isOpen() {
    return state == State.OPEN;
  }

  SessionHandler handler() {
    return handler;
  }

  void setHandler(SessionHandler handler) {
    this.handler = handler;
  }

  void open() {
    state = State.OPEN;
    connection.opened(this);
  }

  /**
   * Opens a stream. What is written first goes out in one packet with the stream's prefix, if it
   * fits; a stream on which nothing is written does not exist for the peer.
   *
   * @param handler put into the stream's pipeline
   */
  public Future<QuicStreamChannel> openStream(QuicStreamType type, ChannelHandler handler) {
    if (state != State.OPEN) {
      return connection
          .channel()
          .eventLoop()
          .newFailedFuture(new IllegalStateException("the session is not open"));
    }
    byte[] prefix =
        StreamPrefix.of(
            type == QuicStreamType.BIDIRECTIONAL
                ? StreamPrefix.BIDIRECTIONAL
                : StreamPrefix.UNIDIRECTIONAL,
            id);
    return connection
        .channel()
        .createStream(
            type,
            new ChannelInitializer<QuicStreamChannel>() {
              @Override
              protected void initChannel(QuicStreamChannel stream) {
                stream
                    .pipeline()
                    .addLast(new OutboundStream(WebTransportSession.this, prefix), handler);
              }
            });
  }

  /** The longest payload of a datagram; not positive when the peer takes none. */
  public int maxDatagramBytes() {
    return connection.maxDatagramBytes() - datagramPrefixBytes;
  }

  /**
   * Queues a datagram until {@link #flushDatagrams}. It may get lost, on the way or at once.
   *
   * @param payload at most {@link #maxDatagramBytes}; released here
   */
  public void writeDatagram(ByteBuf payload) {
    try {
      ByteBuf datagram =
          connection.channel().alloc().directBuffer(datagramPrefixBytes + payload.readableBytes());
      QuicVarint.write(datagram, id >> 2);
      datagram.writeBytes(payload);
      connection.channel().write(datagram, connection.channel().voidPromise());
    } finally {
      payload.release();
    }
  }

  /** Sends the datagrams that were queued. */
  public void flushDatagrams() {
    connection.channel().flush();
  }

  /** Asks the peer to open nothing new on this session. */
  public void drain() {
    if (state == State.OPEN) {
      connect.sendDrain();
    }
  }

  /**
   * Ends the session.
   *
   * @param code unsigned 32 bits
   * @param reason at most 1,024 bytes of UTF-8
   */
  public ChannelFuture close(int code, String reason) {
    ChannelFuture sent = connect.sendClose(code, reason);
    end(code, reason);
    return sent;
  }

  /** The session is over; resets what is left of it. Only the first call counts. */
  void end(int code, String reason) {
    if (state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    connection.ended(id);
    for (QuicStreamChannel stream : new ArrayList<>(streams.values())) {
      if (stream.type() == QuicStreamType.BIDIRECTIONAL) {
        stream.shutdown(ErrorCodes.SESSION_GONE, stream.newPromise());
      } else if (stream.isLocalCreated()) {
        stream.shutdownOutput(ErrorCodes.SESSION_GONE, stream.newPromise());
      } else {
        stream.shutdownInput(ErrorCodes.SESSION_GONE, stream.newPromise());
      }
      stream.close();
    }
    handler.closed(code, reason);
  }

  void joined(QuicStreamChannel stream) {
    streams.put(stream.streamId(), stream);
  }

  void left(QuicStreamChannel stream) {
    streams.remove(stream.streamId());
  }

  /** Streams of either side that are known here and not over. */
  int openStreams() {
    return streams.size();
  }
}
