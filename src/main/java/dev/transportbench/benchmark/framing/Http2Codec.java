package dev.transportbench.benchmark.framing;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;

/**
 * A request's HEADERS and DATA. Cold: a connection's first, with HPACK's dynamic table empty; each
 * message has new tables. Warm: any later one.
 */
final class Http2Codec extends ContentCodec {
  private static final int STREAM_ID = 3;
  private static final Http2Headers HEADERS =
      ReadOnlyHttp2Headers.clientHeaders(
          false,
          AsciiString.cached("POST"),
          AsciiString.cached("/rpc"),
          AsciiString.cached("https"),
          AsciiString.cached("transport-bench.test:12345"));

  private final boolean cold;
  private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
  private final ChannelHandlerContext ctx = channel.pipeline().firstContext();
  private final Counter counter = new Counter();
  private Http2FrameWriter writer = new DefaultHttp2FrameWriter();
  private Http2FrameReader reader = new DefaultHttp2FrameReader();

  Http2Codec(ByteBuf content, boolean cold) {
    super(content);
    this.cold = cold;
    if (!cold) {
      // A connection's first: what fills the tables of both ends.
      decode(encode());
    }
  }

  @Override
  public ByteBuf encode() {
    if (cold) {
      writer.close();
      writer = new DefaultHttp2FrameWriter();
    }
    writer.writeHeaders(ctx, STREAM_ID, HEADERS, 0, false, ctx.newPromise());
    writer.writeData(ctx, STREAM_ID, content(), 0, true, ctx.newPromise());
    channel.flushOutbound();
    return written(channel);
  }

  @Override
  public int decode(ByteBuf wire) {
    if (cold) {
      reader.close();
      reader = new DefaultHttp2FrameReader();
    }
    counter.found = 0;
    try {
      while (wire.isReadable()) {
        reader.readFrame(ctx, wire, counter);
      }
    } catch (Http2Exception e) {
      throw new IllegalStateException(e);
    } finally {
      wire.release();
    }
    return counter.found;
  }

  private static final class Counter extends Http2FrameAdapter {
    private int found;

    @Override
    public int onDataRead(
        ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean end) {
      found += data.readableBytes();
      return data.readableBytes() + padding;
    }
  }

  @Override
  public void close() {
    super.close();
    writer.close();
    reader.close();
    channel.finishAndReleaseAll();
  }
}
