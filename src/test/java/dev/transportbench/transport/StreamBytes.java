package dev.transportbench.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamFrame;
import io.netty.handler.codec.quic.QuicStreamType;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes on the bidirectional streams of a server's QUIC connections. */
final class StreamBytes extends ChannelInboundHandlerAdapter {
  private final AtomicLong in = new AtomicLong();
  private final AtomicLong out = new AtomicLong();

  @Override
  public boolean isSharable() {
    return true;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object opened) {
    if (opened instanceof QuicStreamChannel stream
        && stream.type() == QuicStreamType.BIDIRECTIONAL) {
      stream.pipeline().addFirst(new Counter());
    }
    ctx.fireChannelRead(opened);
  }

  long in() {
    return in.get();
  }

  long out() {
    return out.get();
  }

  void reset() {
    in.set(0);
    out.set(0);
  }

  private final class Counter extends ChannelDuplexHandler {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object read) {
      in.addAndGet(((ByteBuf) read).readableBytes());
      ctx.fireChannelRead(read);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object written, ChannelPromise promise) {
      ByteBuf bytes =
          written instanceof QuicStreamFrame frame ? frame.content() : (ByteBuf) written;
      out.addAndGet(bytes.readableBytes());
      ctx.write(written, promise);
    }
  }
}
