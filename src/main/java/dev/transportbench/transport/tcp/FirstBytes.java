package dev.transportbench.transport.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection whose peer sends nothing for {@value #TIMEOUT_SECONDS} s after it connected,
 * as servers do that wait for a request's head. Gone with the first bytes, so that no RPC pays for
 * it; one that was used may be idle for as long as it likes.
 */
final class FirstBytes extends ChannelInboundHandlerAdapter {
  static final int TIMEOUT_SECONDS = 60;

  private Future<?> overdue;

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    overdue = ctx.executor().schedule(() -> ctx.close(), TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    overdue.cancel(false);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived) {
    ctx.fireChannelRead(arrived);
    ctx.pipeline().remove(this);
  }
}
