package dev.transportbench.transport.quic;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;

/**
 * Stands between QUIC codec and socket. The codec flushes each packet that is written outside its
 * read loop; held back, those of one batch of calls go out by one system call.
 */
final class HeldFlush extends ChannelOutboundHandlerAdapter {
  private ChannelHandlerContext ctx;
  private boolean held;
  private boolean wanted;

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  /** Until {@link #release}, flushes wait. */
  void hold() {
    held = true;
  }

  void release() {
    held = false;
    if (wanted) {
      wanted = false;
      ctx.flush();
    }
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    if (held) {
      wanted = true;
    } else {
      ctx.flush();
    }
  }
}
