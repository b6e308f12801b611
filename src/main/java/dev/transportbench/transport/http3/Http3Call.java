package dev.transportbench.transport.http3;

import dev.transportbench.transport.http.Errand;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.PendingCall;
import dev.transportbench.transport.stream.StreamCall;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;

/** A call as one request on a request stream. */
final class Http3Call extends StreamCall {
  private static final AsciiString OK = AsciiString.cached("200");

  private final Http3Messages messages;
  private final Errand errand;
  private final Object requestHeaders;
  private final OneWrite oneWrite;

  Http3Call(Http3Messages messages, PendingCall call, Errand errand, Object requestHeaders) {
    super(call);
    this.messages = messages;
    this.errand = errand;
    this.requestHeaders = requestHeaders;
    oneWrite = messages.oneWrite();
  }

  @Override
  public ChannelHandler streamHandler() {
    return messages
        .http3()
        .requestStream(stream -> stream.pipeline().addFirst(oneWrite).addLast(this));
  }

  @Override
  protected void send(ChannelHandlerContext ctx, PendingCall call) {
    messages.write(ctx, oneWrite, requestHeaders, errand.body(ctx.alloc(), call));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object frame)
      throws MalformedMessageException {
    ByteBuf content = messages.http3().content(frame);
    if (content != null) {
      read(content);
      return;
    }
    ReferenceCountUtil.release(frame);
    if (messages.http3().isHeaders(frame)) {
      CharSequence status = messages.http3().status(frame);
      // Trailers have none.
      if (status != null && !AsciiString.contentEquals(OK, status)) {
        throw new MalformedMessageException("status: " + status);
      }
    }
  }

  @Override
  protected void abandon(ChannelHandlerContext ctx) {
    messages.abandon(ctx, Http3Messages.REQUEST_CANCELLED);
  }
}
