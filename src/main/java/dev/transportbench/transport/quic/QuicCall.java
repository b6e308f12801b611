package dev.transportbench.transport.quic;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.message.Messages;
import dev.transportbench.transport.stream.StreamCall;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import io.netty.handler.codec.quic.QuicStreamChannel;

/** A call whose stream holds the delimited message and nothing else. */
final class QuicCall extends StreamCall {

  QuicCall(int requestId, Request request, ResponseHandler handler, int maxMessageBytes) {
    super(requestId, request, handler, maxMessageBytes);
  }

  @Override
  protected void send(ChannelHandlerContext ctx, ClientMessage message) {
    ctx.write(
        new DefaultQuicStreamFrame(Messages.encodeDelimited(ctx.alloc(), message), true),
        ctx.voidPromise());
  }

  @Override
  protected void abandon(ChannelHandlerContext ctx) {
    ((QuicStreamChannel) ctx.channel()).shutdown(QuicAnswers.REFUSED, ctx.newPromise());
  }
}
