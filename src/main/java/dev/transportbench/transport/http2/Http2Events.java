package dev.transportbench.transport.http2;

import dev.transportbench.transport.message.MalformedMessageException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Map;

/** What both ends of a connection have in common: how they write, and what the peer granted. */
abstract class Http2Events extends Http2EventAdapter {
  private Http2Endpoint endpoint;
  private ChannelHandlerContext ctx;
  private int connectionWindowBytes;

  /** The connection can't be used any more; may be called again. */
  abstract void lost(Throwable cause);

  void attach(Http2Endpoint endpoint, ChannelHandlerContext ctx) {
    this.endpoint = endpoint;
    this.ctx = ctx;
  }

  final ChannelHandlerContext ctx() {
    return ctx;
  }

  final Http2Endpoint endpoint() {
    return endpoint;
  }

  final Http2Connection connection() {
    return endpoint.connection();
  }

  /** Writes one HEADERS frame and, where there is a body, DATA that ends the stream. */
  final void write(int streamId, Http2Headers headers, ByteBuf body) {
    Http2ConnectionEncoder encoder = endpoint.encoder();
    boolean alone = !body.isReadable();
    encoder.writeHeaders(ctx, streamId, headers, 0, alone, ctx.newPromise());
    if (alone) {
      body.release();
    } else {
      encoder.writeData(ctx, streamId, body, 0, true, ctx.newPromise());
    }
  }

  /** What resets a stream that can't be read any further. */
  static Http2Exception reset(int streamId, MalformedMessageException cause) {
    return Http2Exception.streamError(streamId, Http2Error.CANCEL, cause, "%s", cause.getMessage());
  }

  @Override
  public final void onHeadersRead(
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int streamDependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    onHeadersRead(ctx, streamId, headers, padding, endOfStream);
  }

  @Override
  public final void onWindowUpdateRead(ChannelHandlerContext ctx, int streamId, int increment) {
    // The first one for the connection is its grant; later ones give back what was consumed.
    if (streamId == Http2CodecUtil.CONNECTION_STREAM_ID && connectionWindowBytes == 0) {
      connectionWindowBytes = Http2CodecUtil.DEFAULT_WINDOW_SIZE + increment;
    }
  }

  /**
   * Adds the flow window that the peer granted to a stream or the connection, whichever is less.
   */
  final void addWindow(Map<String, String> terms) {
    int streamWindowBytes = endpoint.encoder().flowController().initialWindowSize();
    terms.put(
        "flow.window.bytes", String.valueOf(Math.min(streamWindowBytes, connectionWindowBytes)));
  }
}
