package dev.transportbench.transport.stream;

import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.DelimitedReader;
import dev.transportbench.transport.message.LargeMessages;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.lang.System.Logger.Level;

/**
 * The server's side of one stream: answers its one message, or all of a stream of messages; then it
 * is over.
 */
public abstract class StreamAnswer extends ChannelInboundHandlerAdapter
    implements DelimitedReader.Sink, MessageStreams.Peer {
  private static final System.Logger LOG = System.getLogger(StreamAnswer.class.getName());

  private final DelimitedReader reader;
  private final MessageStreams streams;
  private ChannelHandlerContext ctx;
  private boolean streaming;
  private boolean answered;
  private long heldBytes;

  protected StreamAnswer(MessageStreams streams, int maxMessageBytes) {
    this.streams = streams;
    reader = new DelimitedReader(maxMessageBytes);
  }

  /**
   * Sends a whole message, the last with the stream's end in a single write, as the client does.
   */
  protected abstract void send(ChannelHandlerContext ctx, ServerMessage message, boolean last);

  /** Tells the peer that its request will get no response. */
  protected abstract void abandon(ChannelHandlerContext ctx);

  @Override
  public final void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public final void handlerRemoved(ChannelHandlerContext ctx) {
    reader.close();
    heldBytes = LargeMessages.hold(ctx.channel().parent(), heldBytes, 0);
    if (streaming) {
      streams.closed(this);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived) throws Exception {
    read((ByteBuf) arrived);
  }

  /** Takes and releases the next bytes of the request. */
  protected final void read(ByteBuf in) throws MalformedMessageException {
    reader.read(in, this);
    if (!answered) {
      hold(reader.unfinishedBytes());
    }
  }

  private void hold(int bytes) throws MalformedMessageException {
    long held = LargeMessages.hold(ctx.channel().parent(), heldBytes, bytes);
    if (held < 0) {
      throw new MalformedMessageException(
          "message: %d bytes; no room beside the other large ones".formatted(bytes));
    }
    heldBytes = held;
  }

  @Override
  public final void message(ByteBuf in, int bodyBytes) throws MalformedMessageException {
    if (answered) {
      throw new MalformedMessageException("a second message on the stream of one call");
    }
    ClientMessage request = Messages.parseClient(in, bodyBytes);
    if (streaming || MessageStreams.isFor(request)) {
      streaming = true;
      streams.message(this, request);
      return;
    }
    ServerMessage response = RpcService.answer(request);
    answered = true;
    hold(response.getSerializedSize());
    send(ctx, response, true);
  }

  @Override
  public final void answer(ServerMessage message) {
    answered = !message.getMore();
    send(ctx, message, answered);
  }

  @Override
  public final void push(ServerMessage message) {
    if (ctx.channel().isWritable()) {
      send(ctx, message, false);
      ctx.flush();
    } else {
      LOG.log(Level.WARNING, () -> ctx.channel() + " given up: it does not read what is pushed");
      abandon(ctx);
      ctx.close();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE && !answered) {
      refuse(ctx, new MalformedMessageException("the stream ended before its request"));
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    refuse(ctx, cause);
  }

  private void refuse(ChannelHandlerContext ctx, Throwable cause) {
    Level level = cause instanceof MalformedMessageException ? Level.WARNING : Level.DEBUG;
    LOG.log(level, () -> ctx.channel() + " refused: " + cause);
    reader.close();
    abandon(ctx);
    ctx.close();
  }
}
