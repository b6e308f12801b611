package dev.transportbench.transport.http3;

import dev.transportbench.transport.quic.QuicCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/** The two codecs of a transport, and what both ends do with them. */
record Http3Messages(QuicCodec quic, Http3Codec http3) {
  // RFC 9114 §8.1
  static final int REQUEST_REJECTED = 0x10b;
  static final int REQUEST_CANCELLED = 0x10c;

  // Generous for HEADERS of a few pseudo-headers and the frames' types and lengths.
  private static final int FRAMING_BYTES = 128;

  OneWrite oneWrite() {
    return new OneWrite(quic);
  }

  /** Writes headers, a body where there is one, and the stream's end as one. */
  void write(ChannelHandlerContext ctx, OneWrite stream, Object headers, ByteBuf body) {
    stream.begin(FRAMING_BYTES + body.readableBytes());
    ctx.write(headers, ctx.voidPromise());
    if (body.isReadable()) {
      ctx.write(http3.data(body), ctx.voidPromise());
    } else {
      body.release();
    }
    stream.end();
  }

  /** Gives a stream up, in both directions. */
  void abandon(ChannelHandlerContext ctx, int errorCode) {
    quic.abandon(ctx.channel(), errorCode);
  }
}
