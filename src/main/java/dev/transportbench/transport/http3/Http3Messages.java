package dev.transportbench.transport.http3;

import com.google.protobuf.MessageLite;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.quic.QuicStreamChannel;

/** What both ends write: a HEADERS frame and one DATA frame with the delimited message. */
final class Http3Messages {
  static final String PATH = "/rpc";
  static final String OK = "200";

  // Generous for HEADERS of a few pseudo-headers and the frames' types and lengths.
  private static final int FRAMING_BYTES = 128;

  private Http3Messages() {}

  /** The only fields of a request; the same for all of a connection, and only read. */
  static Http3HeadersFrame request(String authority) {
    Http3Headers headers = new DefaultHttp3Headers();
    headers.method("POST").scheme("https").authority(authority).path(PATH);
    return new DefaultHttp3HeadersFrame(headers);
  }

  /** The only field of a response. */
  static Http3HeadersFrame response() {
    return new DefaultHttp3HeadersFrame(new DefaultHttp3Headers().status(OK));
  }

  /** Writes headers, message and the stream's end as one. */
  static void write(
      ChannelHandlerContext ctx, OneWrite stream, Http3HeadersFrame headers, MessageLite message) {
    ByteBuf body = Messages.encodeDelimited(ctx.alloc(), message);
    stream.begin(FRAMING_BYTES + body.readableBytes());
    ctx.write(headers, ctx.voidPromise());
    ctx.write(new DefaultHttp3DataFrame(body), ctx.voidPromise());
    stream.end();
  }

  /** Gives a stream up, in both directions. */
  static void abandon(ChannelHandlerContext ctx, Http3ErrorCode code) {
    ((QuicStreamChannel) ctx.channel()).shutdown(code.code(), ctx.newPromise());
  }
}
