package dev.transportbench.transport.stream;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import dev.transportbench.transport.message.PendingCall;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.collection.IntObjectMap;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CancellationException;

/**
 * One call, alone on its stream: sends the request when the stream is there, waits for one message.
 * It is complete with the message, not with the stream's end, because some peers never end theirs.
 */
public abstract class StreamCall extends ChannelInboundHandlerAdapter {
  private final PendingCall call;
  private IntObjectMap<StreamCall> inFlight;
  private ChannelHandlerContext ctx;

  /** Of a stream of messages: those that wait for the stream; null for a call. */
  private Queue<ClientMessage> queued;

  private boolean active;
  private boolean begun;

  protected StreamCall(
      int requestId, Request request, ResponseHandler handler, int maxMessageBytes) {
    this(new PendingCall(requestId, request, handler, maxMessageBytes));
  }

  protected StreamCall(PendingCall call) {
    this.call = call;
  }

  /** What goes into the new stream's pipeline: this handler, or one that adds it among others. */
  public ChannelHandler streamHandler() {
    return this;
  }

  /**
   * Sends the whole request and the stream's end in a single write: what is written apart goes out
   * in a packet of its own, and an end written late can get lost.
   */
  protected abstract void send(ChannelHandlerContext ctx, PendingCall call);

  /** Whether a stream can carry more than one call, by the method that sends a message. */
  protected boolean carriesMessages() {
    return false;
  }

  /** Sends one message of a stream of them; with the last, the stream's end in the same write. */
  protected void send(ChannelHandlerContext ctx, ClientMessage message, boolean first) {
    throw new UnsupportedOperationException("one call for each stream");
  }

  /**
   * Makes this a stream of messages; before the stream is opened.
   *
   * @throws UnsupportedOperationException where streams carry one call only
   */
  final void expectMessages() {
    if (!carriesMessages()) {
      throw new UnsupportedOperationException("this transport has no streams of messages");
    }
    queued = new ArrayDeque<>();
  }

  /** Sends a message when the stream is there; drops it when the stream is over. */
  final void message(Request request, boolean more) {
    if (call.settled()) {
      return;
    }
    queued.add(Messages.ofStream(call.requestId(), request, more));
    if (active) {
      sendQueued();
    }
  }

  private void sendQueued() {
    ClientMessage message;
    while ((message = queued.poll()) != null) {
      boolean first = !begun;
      begun = true;
      send(ctx, message, first);
    }
    ctx.flush();
  }

  /** Tells the peer that this stream is of no more interest. */
  protected abstract void abandon(ChannelHandlerContext ctx);

  /** Fails the call, unless it is settled already. */
  public final void fail(Throwable cause) {
    call.fail(cause);
  }

  /** Fails the call and takes its stream down, unless it is settled already. */
  final void cancel() {
    if (!call.settled()) {
      call.fail(new CancellationException());
      if (ctx != null) {
        call.close();
        abandon(ctx);
        ctx.close();
      }
    }
  }

  /** Puts the call into {@code calls} by its id, until its stream is over. */
  final void enter(IntObjectMap<StreamCall> calls) {
    inFlight = calls;
    calls.put(call.requestId(), this);
  }

  /** To be called when the call is over and has no stream. */
  final void leave() {
    // Its id may be another's by now.
    if (inFlight != null && inFlight.get(call.requestId()) == this) {
      inFlight.remove(call.requestId());
    }
  }

  @Override
  public final void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public final void handlerRemoved(ChannelHandlerContext ctx) {
    call.close();
    leave();
  }

  @Override
  public final void channelActive(ChannelHandlerContext ctx) {
    if (call.settled()) {
      // Cancelled while the stream was being opened.
      ctx.close();
    } else if (queued != null) {
      active = true;
      sendQueued();
    } else {
      send(ctx, call);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived) throws Exception {
    read((ByteBuf) arrived);
  }

  /** Takes and releases the next bytes of the response. */
  protected final void read(ByteBuf in) throws MalformedMessageException {
    call.read(in);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      call.end();
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public final void channelInactive(ChannelHandlerContext ctx) {
    // Every stream ends here; exceptions are dear, and most calls are settled by now.
    if (!call.settled()) {
      call.fail(new ClosedChannelException());
    }
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    boolean settled = call.settled();
    call.fail(cause);
    call.close();
    if (call.mixedUp()) {
      // Not this stream's trouble alone.
      ctx.channel().parent().close();
    }
    if (!settled) {
      abandon(ctx);
    }
    ctx.close();
  }
}
