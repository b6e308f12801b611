package dev.transportbench.transport.webtransport;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import dev.transportbench.transport.stream.StreamConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicConnectionPathStats;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A client whose calls are one datagram each way on one session. */
final class DatagramClient implements RpcClient, SessionHandler {
  private final QuicChannel channel;
  private final StreamConnection connection;
  private final DatagramCalls calls;
  private WebTransportSession session;

  DatagramClient(QuicChannel channel, StreamConnection connection) {
    this.channel = channel;
    this.connection = connection;
    calls = new DatagramCalls(channel.eventLoop(), this::measureRtt);
  }

  void start(WebTransportSession opened) {
    session = opened;
    channel.pipeline().addLast(new Events());
    measureRtt();
  }

  private void measureRtt() {
    if (channel.isActive()) {
      channel
          .collectPathStats(0)
          .addListener(
              (Future<QuicConnectionPathStats> path) -> {
                if (path.isSuccess()) {
                  calls.setRttNanos(path.getNow().rtt());
                }
              });
    }
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    ClientMessage message = Messages.client(requestId, request);
    int limit = session.maxDatagramBytes();
    if (message.getSerializedSize() > limit) {
      handler.onFailure(
          requestId,
          new IOException(
              "request: %d bytes; a datagram holds %d"
                  .formatted(message.getSerializedSize(), limit)));
    } else if (calls.add(requestId, handler)) {
      connection.hold();
      session.writeDatagram(Messages.encode(channel.alloc(), message));
    }
  }

  @Override
  public void cancel(int requestId) {
    calls.cancel(requestId);
  }

  @Override
  public void flush() {
    session.flushDatagrams();
    connection.flush();
  }

  @Override
  public void datagram(ByteBuf payload) {
    try {
      ServerMessage message = Messages.parseServer(payload, payload.readableBytes());
      calls.complete(message.getRequestId(), message.getResponse());
    } catch (MalformedMessageException e) {
      // As good as lost: its call will time out.
      return;
    } finally {
      payload.release();
    }
  }

  @Override
  public void datagramsRead() {
    // Before the codec sends its acknowledgement, which then goes with the calls made meanwhile.
    session.flushDatagrams();
  }

  @Override
  public void closed(int code, String reason) {
    calls.failAll(
        new IOException(
            "session closed with code %s: %s".formatted(Integer.toUnsignedString(code), reason)));
    channel.close();
  }

  @Override
  public int connectionsOpened() {
    return 1;
  }

  @Override
  public Map<String, Double> counters() {
    Map<String, Double> counters = new TreeMap<>();
    connection.addCounters(counters);
    return counters;
  }

  @Override
  public Map<String, String> negotiated() {
    Map<String, String> terms = new TreeMap<>();
    connection.addTerms(terms);
    return terms;
  }

  @Override
  public OptionalLong handshakeNanos() {
    return connection.handshakeNanos();
  }

  @Override
  public Future<Void> close() {
    calls.failAll(new ClosedChannelException());
    return connection.close();
  }

  private final class Events extends ChannelInboundHandlerAdapter {
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof QuicConnectionCloseEvent closed) {
        calls.failAll(new IOException("connection closed by the server: " + closed));
      }
      ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      calls.failAll(new ClosedChannelException());
      ctx.fireChannelInactive();
    }
  }
}
