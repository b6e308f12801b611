package dev.transportbench.transport.webtransport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamFrame;

/**
 * First in the pipeline of a stream that this end opened: puts the stream's prefix before the first
 * write, in the same packet.
 */
final class OutboundStream extends ChannelDuplexHandler {
  private final WebTransportSession session;
  private byte[] prefix;

  OutboundStream(WebTransportSession session, byte[] prefix) {
    this.session = session;
    this.prefix = prefix;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    session.joined((QuicStreamChannel) ctx.channel());
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    session.left((QuicStreamChannel) ctx.channel());
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object written, ChannelPromise promise) {
    if (prefix == null) {
      ctx.write(written, promise);
    } else if (written instanceof QuicStreamFrame frame) {
      ctx.write(frame.replace(prefixed(ctx, frame.content())), promise);
      frame.release();
    } else {
      ByteBuf bytes = (ByteBuf) written;
      ctx.write(prefixed(ctx, bytes), promise);
      bytes.release();
    }
  }

  private ByteBuf prefixed(ChannelHandlerContext ctx, ByteBuf bytes) {
    ByteBuf both = ctx.alloc().directBuffer(prefix.length + bytes.readableBytes());
    both.writeBytes(prefix).writeBytes(bytes);
    prefix = null;
    return both;
  }
}
