package dev.transportbench.transport.stream;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.DelimitedReader;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.nio.channels.ClosedChannelException;

/**
 * One call, alone on its stream: sends the request when the stream is there, waits for one message.
 * It is complete with the message, not with the stream's end, because some peers never end theirs.
 */
public abstract class StreamCall extends ChannelInboundHandlerAdapter
    implements DelimitedReader.Sink {
  private final int requestId;
  private final DelimitedReader reader;
  private Request request;
  private ResponseHandler handler;
  private ChannelHandlerContext ctx;

  protected StreamCall(
      int requestId, Request request, ResponseHandler handler, int maxMessageBytes) {
    this.requestId = requestId;
    this.request = request;
    this.handler = handler;
    reader = new DelimitedReader(maxMessageBytes);
  }

  /** What goes into the new stream's pipeline: this handler, or one that adds it among others. */
  public ChannelHandler streamHandler() {
    return this;
  }

  /**
   * Sends the whole request and the stream's end in a single write: what is written apart goes out
   * in a packet of its own, and an end written late can get lost.
   */
  protected abstract void send(ChannelHandlerContext ctx, ClientMessage message);

  /** Tells the peer that this stream is of no more interest. */
  protected abstract void abandon(ChannelHandlerContext ctx);

  /** Fails the call, unless it is settled already. */
  public final void fail(Throwable cause) {
    if (handler != null) {
      ResponseHandler waiting = handler;
      handler = null;
      request = null;
      waiting.onFailure(requestId, cause);
    }
  }

  @Override
  public final void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public final void handlerRemoved(ChannelHandlerContext ctx) {
    reader.close();
  }

  @Override
  public final void channelActive(ChannelHandlerContext ctx) {
    ClientMessage message = Messages.client(requestId, request);
    request = null;
    send(ctx, message);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived) throws Exception {
    read((ByteBuf) arrived);
  }

  /** Takes and releases the next bytes of the response. */
  protected final void read(ByteBuf in) throws MalformedMessageException {
    reader.read(in, this);
  }

  @Override
  public final void message(ByteBuf in, int bodyBytes) throws MalformedMessageException {
    if (handler == null) {
      throw new MalformedMessageException("a second message on the stream of one call");
    }
    ServerMessage message = Messages.parseServer(in, bodyBytes);
    if (message.getRequestId() != requestId) {
      // Not this stream's trouble alone: the peer mixes calls up.
      ctx.channel().parent().close();
      throw new MalformedMessageException(
          "request_id: %s; must be %s"
              .formatted(
                  Integer.toUnsignedString(message.getRequestId()),
                  Integer.toUnsignedString(requestId)));
    }
    ResponseHandler waiting = handler;
    handler = null;
    waiting.onResponse(requestId, message.getResponse());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE && handler != null) {
      fail(new MalformedMessageException("the stream ended before its response"));
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public final void channelInactive(ChannelHandlerContext ctx) {
    // Every stream ends here; exceptions are dear, and most calls are settled by now.
    if (handler != null) {
      fail(new ClosedChannelException());
    }
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    boolean settled = handler == null;
    fail(cause);
    reader.close();
    if (!settled) {
      abandon(ctx);
    }
    ctx.close();
  }
}
