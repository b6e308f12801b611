package dev.transportbench.transport.websocket;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Reads a server connection's first request and puts what its path asks for in its own place: the
 * messages of RPCs, or an echo. Anything else is not found.
 */
final class UpgradePaths extends ChannelInboundHandlerAdapter {
  private static final long TIMEOUT_MILLIS = 30_000;

  private final int maxMessageBytes;
  private Future<?> overdue;

  UpgradePaths(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    overdue = ctx.executor().schedule(() -> ctx.close(), TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    overdue.cancel(false);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived) {
    if (!(arrived instanceof FullHttpRequest request) || request.decoderResult().isFailure()) {
      ReferenceCountUtil.release(arrived);
      refuse(ctx, HttpResponseStatus.BAD_REQUEST);
      return;
    }
    int query = request.uri().indexOf('?');
    String path = query < 0 ? request.uri() : request.uri().substring(0, query);
    switch (path) {
      case WebSocketTransport.PATH -> become(ctx, request, false);
      case WebSocketTransport.ECHO_PATH -> become(ctx, request, true);
      default -> {
        request.release();
        refuse(ctx, HttpResponseStatus.NOT_FOUND);
      }
    }
  }

  private void become(ChannelHandlerContext ctx, FullHttpRequest request, boolean echo) {
    WebSocketServerProtocolConfig config =
        WebSocketServerProtocolConfig.newBuilder()
            .websocketPath("/")
            .checkStartsWith(true)
            .handshakeTimeoutMillis(TIMEOUT_MILLIS)
            .decoderConfig(
                WebSocketDecoderConfig.newBuilder()
                    .maxFramePayloadLength(maxMessageBytes)
                    .allowExtensions(false)
                    // Its close frame would pass the encoder by, and 1000 go out in its place.
                    .closeOnProtocolViolation(false)
                    // Only text is UTF-8, and no message of RPCs is text.
                    .withUTF8Validator(echo)
                    .build())
            .build();
    String name = ctx.name();
    if (echo) {
      ctx.pipeline().addAfter(name, null, new EchoMessages());
    }
    ctx.pipeline().addAfter(name, null, new WebSocketServerProtocolHandler(config));
    ctx.fireChannelRead(request);
    ctx.pipeline().remove(this);
  }

  private static void refuse(ChannelHandlerContext ctx, HttpResponseStatus status) {
    DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
    response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }
}
