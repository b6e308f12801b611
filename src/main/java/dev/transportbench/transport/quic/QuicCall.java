package dev.transportbench.transport.quic;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.message.Messages;
import dev.transportbench.transport.message.PendingCall;
import dev.transportbench.transport.stream.StreamCall;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/** A call whose stream holds the delimited message and nothing else. */
final class QuicCall extends StreamCall {
  private final QuicCodec codec;

  QuicCall(
      QuicCodec codec,
      int requestId,
      Request request,
      ResponseHandler handler,
      int maxMessageBytes) {
    super(requestId, request, handler, maxMessageBytes);
    this.codec = codec;
  }

  @Override
  protected void send(ChannelHandlerContext ctx, PendingCall call) {
    ctx.write(
        codec.lastFrame(Messages.encodeDelimited(ctx.alloc(), call.takeMessage())),
        ctx.voidPromise());
  }

  @Override
  protected boolean carriesMessages() {
    return true;
  }

  @Override
  protected void send(ChannelHandlerContext ctx, ClientMessage message, boolean first) {
    ByteBuf encoded = Messages.encodeDelimited(ctx.alloc(), message);
    ctx.write(message.getMore() ? encoded : codec.lastFrame(encoded), ctx.voidPromise());
  }

  @Override
  protected void abandon(ChannelHandlerContext ctx) {
    codec.abandon(ctx.channel(), QuicAnswers.REFUSED);
  }
}
