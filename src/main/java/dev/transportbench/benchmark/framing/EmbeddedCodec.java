package dev.transportbench.benchmark.framing;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Function;

/** A pair of Netty's handlers, each in a channel without a socket. */
final class EmbeddedCodec extends ContentCodec {
  private static final String HOST = "transport-bench.test:12345";
  private static final int MAX_FRAME_BYTES = 8 << 20;

  private final EmbeddedChannel encoder;
  private final EmbeddedChannel decoder;
  private final Function<ByteBuf, Object> message;

  private EmbeddedCodec(
      ByteBuf content,
      Function<ByteBuf, Object> message,
      ChannelHandler[] encoders,
      ChannelHandler[] decoders) {
    super(content);
    this.message = message;
    encoder = new EmbeddedChannel(encoders);
    decoder = new EmbeddedChannel(decoders);
  }

  /** No handler at all: what the channel itself costs. */
  static FrameCodec none(ByteBuf content) {
    return new EmbeddedCodec(content, body -> body, new ChannelHandler[0], new ChannelHandler[0]);
  }

  /** A request's head and body. */
  static FrameCodec http1(ByteBuf content) {
    return new EmbeddedCodec(
        content,
        EmbeddedCodec::post,
        new ChannelHandler[] {new HttpRequestEncoder()},
        new ChannelHandler[] {
          new HttpRequestDecoder(new HttpDecoderConfig().setMaxChunkSize(MAX_FRAME_BYTES))
        });
  }

  private static Object post(ByteBuf body) {
    DefaultFullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/rpc", body);
    request.headers().set(HttpHeaderNames.HOST, HOST);
    request.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    return request;
  }

  /** One binary message in one frame. */
  static FrameCodec webSocket(ByteBuf content, boolean masked) {
    WebSocketDecoderConfig config =
        WebSocketDecoderConfig.newBuilder()
            .expectMaskedFrames(masked)
            .allowMaskMismatch(false)
            .maxFramePayloadLength(MAX_FRAME_BYTES)
            .withUTF8Validator(false)
            .build();
    return new EmbeddedCodec(
        content,
        BinaryWebSocketFrame::new,
        new ChannelHandler[] {new WebSocket13FrameEncoder(masked)},
        new ChannelHandler[] {new WebSocket13FrameDecoder(config)});
  }

  @Override
  public ByteBuf encode() {
    encoder.writeOutbound(message.apply(content()));
    return written(encoder);
  }

  @Override
  public int decode(ByteBuf wire) {
    decoder.writeInbound(wire);
    int found = 0;
    Object part;
    while ((part = decoder.readInbound()) != null) {
      if (part instanceof HttpContent body) {
        found += body.content().readableBytes();
      } else if (part instanceof BinaryWebSocketFrame frame) {
        found += frame.content().readableBytes();
      } else if (part instanceof ByteBuf bytes) {
        found += bytes.readableBytes();
      }
      ReferenceCountUtil.release(part);
    }
    return found;
  }

  @Override
  public void close() {
    super.close();
    encoder.finishAndReleaseAll();
    decoder.finishAndReleaseAll();
  }
}
