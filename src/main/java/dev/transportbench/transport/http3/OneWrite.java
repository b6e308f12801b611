package dev.transportbench.transport.http3;

import dev.transportbench.transport.quic.QuicCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Stands between HTTP/3 codec and stream, and makes of a message's frames one write that also ends
 * the stream. Written apart, HEADERS, DATA and the end would each go out in a packet of its own,
 * and the end could get lost.
 */
final class OneWrite extends ChannelOutboundHandlerAdapter {
  private final QuicCodec codec;
  private ChannelHandlerContext ctx;
  private ByteBuf merged;

  OneWrite(QuicCodec codec) {
    this.codec = codec;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (merged != null) {
      merged.release();
      merged = null;
    }
  }

  /**
   * What is written from now on is kept.
   *
   * @param expectedBytes how much it will be; more is no error
   */
  void begin(int expectedBytes) {
    merged = ctx.alloc().directBuffer(expectedBytes);
  }

  /** Writes what was kept, and the stream's end with it. */
  void end() {
    ByteBuf whole = merged;
    merged = null;
    ctx.write(codec.lastFrame(whole), ctx.voidPromise());
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object encoded, ChannelPromise promise) {
    if (merged == null) {
      ctx.write(encoded, promise);
      return;
    }
    ByteBuf frame = (ByteBuf) encoded;
    // In this direction a composite buffer copies its parts without another copy in between.
    merged.ensureWritable(frame.readableBytes());
    frame.readBytes(merged, frame.readableBytes());
    frame.release();
    promise.trySuccess();
  }
}
