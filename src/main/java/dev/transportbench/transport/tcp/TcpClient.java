package dev.transportbench.transport.tcp;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.connection.ConnectionCounters;
import dev.transportbench.transport.connection.HandshakeTimes;
import dev.transportbench.transport.connection.SocketTerms;
import dev.transportbench.transport.message.CallsInFlight;
import dev.transportbench.transport.message.DelimitedReader;
import dev.transportbench.transport.message.Framing;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The client's end of one connection: writes calls, gives each response to the call it is for. */
final class TcpClient extends ChannelInboundHandlerAdapter
    implements RpcClient, DelimitedReader.Sink {
  /** Fits any packet: its first byte comes with its last. */
  private static final int ONE_PACKET_BYTES = 1024 + 128;

  private final Channel channel;
  private final Framing framing;
  private final CallsInFlight calls = new CallsInFlight();
  private ChannelHandlerContext ctx;
  private int partBytes;
  private Throwable failure;

  TcpClient(Channel channel, Framing framing) {
    this.channel = channel;
    this.framing = framing;
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    if (calls.add(requestId, handler)) {
      ctx.write(
          framing.encode(ctx.alloc(), Messages.client(requestId, request)), ctx.voidPromise());
    }
  }

  @Override
  public MessageStream openStream(int requestId, ResponseHandler handler) {
    calls.add(requestId, handler);
    return new MessageStream() {
      @Override
      public void send(Request message) {
        write(message, true);
      }

      @Override
      public void end(Request message) {
        write(message, false);
      }

      private void write(Request message, boolean more) {
        ctx.write(
            framing.encode(ctx.alloc(), Messages.ofStream(requestId, message, more)),
            ctx.voidPromise());
      }
    };
  }

  @Override
  public void cancel(int requestId) {
    calls.cancel(requestId);
  }

  @Override
  public void flush() {
    ctx.flush();
  }

  @Override
  public int connectionsOpened() {
    return 1;
  }

  @Override
  public Map<String, Double> counters() {
    Map<String, Double> counters = new TreeMap<>();
    ConnectionCounters.addTcp(channel, counters);
    return counters;
  }

  @Override
  public Map<String, String> negotiated() {
    Map<String, String> terms = new TreeMap<>();
    SocketTerms.addTcp(channel, terms);
    return terms;
  }

  @Override
  public Future<Void> close() {
    calls.failAll(new ClosedChannelException());
    return channel.close();
  }

  @Override
  public OptionalLong handshakeNanos() {
    return HandshakeTimes.nanos(channel);
  }

  @Override
  public Future<Void> discard() {
    calls.failAll(new ClosedChannelException());
    return SocketTerms.reset(channel);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    framing.close();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived)
      throws MalformedMessageException {
    framing.read(arrived, this);
  }

  @Override
  public void message(ByteBuf in, int bodyBytes) throws MalformedMessageException {
    ServerMessage message = Messages.parseServer(in, bodyBytes);
    if (framing.showsParts() || bodyBytes <= ONE_PACKET_BYTES) {
      calls.arrived(message.getRequestId(), bodyBytes - partBytes);
    }
    partBytes = 0;
    calls.complete(message);
  }

  @Override
  public void part(ByteBuf soFar, int newBytes) {
    long requestId = Messages.requestIdOf(soFar);
    if (requestId >= 0) {
      calls.arrived((int) requestId, soFar.readableBytes() - partBytes);
      partBytes = soFar.readableBytes();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    calls.failAll(failure != null ? failure : new ClosedChannelException());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    framing.close();
    // At once, not when the peer has agreed to close: nothing more will be read.
    calls.failAll(failure);
    ctx.close();
  }
}
