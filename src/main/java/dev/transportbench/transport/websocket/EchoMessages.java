package dev.transportbench.transport.websocket;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Sends each frame of a message back as it came, cut where it was cut. */
final class EchoMessages extends ChannelInboundHandlerAdapter {

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object frame) {
    ctx.write(frame, ctx.voidPromise());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    // A peer that does not read what comes back is not read either.
    ctx.channel().config().setAutoRead(ctx.channel().isWritable());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    Object farewell = Violations.farewell(cause);
    if (farewell != null) {
      ctx.writeAndFlush(farewell);
    }
    ctx.close();
  }
}
