package dev.transportbench.transport.http2;

import dev.transportbench.rpc.Terms;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Map;

/** Netty's end of a connection, with windows and limits as the terms say. */
final class Http2Endpoint extends Http2ConnectionHandler {
  private static final int MIN_STREAMS = 128;

  private final int flowWindowBytes;
  private final Http2Events events;

  private Http2Endpoint(
      Http2ConnectionDecoder decoder,
      Http2ConnectionEncoder encoder,
      Http2Settings settings,
      Http2Events events) {
    super(decoder, encoder, settings);
    flowWindowBytes = settings.initialWindowSize();
    this.events = events;
  }

  static Http2Endpoint client(Terms terms, Http2Events events) {
    Http2Settings settings = new Http2Settings();
    settings.initialWindowSize(terms.flowWindowBytes()).pushEnabled(false);
    return new Builder(false, settings, events).build();
  }

  static Http2Endpoint server(Terms terms, Http2Events events) {
    Http2Settings settings = new Http2Settings();
    settings
        .initialWindowSize(terms.flowWindowBytes())
        .maxConcurrentStreams(Math.max(MIN_STREAMS, terms.concurrency()));
    return new Builder(true, settings, events).build();
  }

  private static final class Builder
      extends AbstractHttp2ConnectionHandlerBuilder<Http2Endpoint, Builder> {
    private final Http2Events events;

    Builder(boolean server, Http2Settings settings, Http2Events events) {
      this.events = events;
      DefaultHttp2Connection connection = new DefaultHttp2Connection(server);
      connection.addListener(events);
      connection(connection);
      initialSettings(settings);
      frameListener(events);
      // Who closes has failed what is in flight, and does not wait for it.
      gracefulShutdownTimeoutMillis(0);
      // Cancelled calls are no attack here.
      decoderEnforceMaxRstFramesPerWindow(0, 0);
      encoderEnforceMaxRstFramesPerWindow(0, 0);
    }

    @Override
    protected Http2Endpoint build() {
      return super.build();
    }

    @Override
    protected Http2Endpoint build(
        Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
      return new Http2Endpoint(decoder, encoder, settings, events);
    }
  }

  /** Adds what the peer granted. */
  void addTerms(Map<String, String> to) {
    events.addWindow(to);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
    events.attach(this, ctx);
    super.handlerAdded(ctx);
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) throws Exception {
    super.channelActive(ctx);
    // SETTINGS can't widen the connection's window, only each stream's (RFC 9113 §6.9.2).
    Http2Stream connection = connection().connectionStream();
    int now = decoder().flowController().windowSize(connection);
    decoder().flowController().incrementWindowSize(connection, flowWindowBytes - now);
    ctx.flush();
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception error) {
    events.lost(cause);
    super.onConnectionError(ctx, outbound, cause, error);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
    if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
      super.exceptionCaught(ctx, cause);
    } else {
      events.lost(cause);
      ctx.close();
    }
  }
}
