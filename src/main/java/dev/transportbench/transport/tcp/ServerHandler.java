package dev.transportbench.transport.tcp;

import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.DelimitedReader;
import dev.transportbench.transport.message.Framing;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;

/** Answers each message of one connection in order; flushes once for all that came in one read. */
final class ServerHandler extends ChannelInboundHandlerAdapter
    implements DelimitedReader.Sink, MessageStreams.Peer {
  private static final System.Logger LOG = System.getLogger(ServerHandler.class.getName());

  private final Framing framing;
  private final MessageStreams streams;
  private final Queue<ClientMessage> held = new ArrayDeque<>();
  private ChannelHandlerContext ctx;

  /** Whether a stream of messages was seen: they may hold a place among the server's. */
  private boolean streaming;

  ServerHandler(Framing framing, MessageStreams streams) {
    this.framing = framing;
    this.streams = streams;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    held.clear();
    framing.close();
    if (streaming) {
      streams.closed(this);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived)
      throws MalformedMessageException {
    framing.read(arrived, this);
  }

  @Override
  public void message(ByteBuf in, int bodyBytes) throws MalformedMessageException {
    ClientMessage request = Messages.parseClient(in, bodyBytes);
    if (held.isEmpty() && ctx.channel().isWritable()) {
      answer(request);
    } else {
      // A peer that asks and does not read what it asked for has to wait.
      held.add(request);
      ctx.channel().config().setAutoRead(false);
    }
  }

  private void answer(ClientMessage request) {
    if (streaming || MessageStreams.isFor(request)) {
      streaming = true;
      streams.message(this, request);
    } else {
      answer(RpcService.answer(request));
    }
  }

  @Override
  public void answer(ServerMessage message) {
    ctx.write(framing.encode(ctx.alloc(), message), ctx.voidPromise());
  }

  @Override
  public void push(ServerMessage message) {
    if (ctx.channel().isWritable()) {
      ctx.writeAndFlush(framing.encode(ctx.alloc(), message), ctx.voidPromise());
    } else {
      LOG.log(Level.WARNING, () -> ctx.channel() + " closed: it does not read what is pushed");
      ctx.close();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (held.isEmpty()) {
      return;
    }
    while (!held.isEmpty() && ctx.channel().isWritable()) {
      answer(held.remove());
    }
    if (held.isEmpty()) {
      ctx.channel().config().setAutoRead(true);
    }
    ctx.flush();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.flush();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // A peer that went away is no news; one that talks nonsense is.
    boolean gone = cause instanceof IOException && !(cause instanceof MalformedMessageException);
    LOG.log(gone ? Level.DEBUG : Level.WARNING, () -> ctx.channel() + " closed: " + cause);
    framing.close();
    Object farewell = framing.farewell(cause);
    if (farewell != null) {
      ctx.writeAndFlush(farewell);
    }
    ctx.close();
  }
}
