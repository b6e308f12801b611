package dev.transportbench.transport.http1;

import dev.transportbench.transport.http.Exchange;
import dev.transportbench.transport.message.MalformedMessageException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.lang.System.Logger.Level;

/** Answers the requests on one connection in order; flushes once for all that came in one read. */
final class Http1Answers extends ChannelInboundHandlerAdapter {
  private static final System.Logger LOG = System.getLogger(Http1Answers.class.getName());

  private final int maxMessageBytes;
  private ChannelHandlerContext ctx;
  private Exchange exchange;
  private boolean keepAlive;

  Http1Answers(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    closeExchange();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived)
      throws MalformedMessageException {
    if (arrived instanceof HttpObject part && part.decoderResult().isFailure()) {
      ReferenceCountUtil.release(arrived);
      throw new MalformedMessageException("request: not HTTP", part.decoderResult().cause());
    }
    if (arrived instanceof HttpRequest request) {
      begin(request);
    }
    if (arrived instanceof HttpContent part) {
      if (exchange == null) {
        part.release();
        return;
      }
      exchange.body(part.content());
      if (arrived instanceof LastHttpContent) {
        exchange.end();
        closeExchange();
      }
    }
  }

  private void begin(HttpRequest request) {
    keepAlive = HttpUtil.isKeepAlive(request);
    exchange = new ConnectionExchange();
    exchange.head(request.method().asciiName(), request.uri());
    if (HttpUtil.is100ContinueExpected(request)) {
      ctx.write(
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER),
          ctx.voidPromise());
    }
  }

  private final class ConnectionExchange extends Exchange {
    ConnectionExchange() {
      super(ctx.alloc(), maxMessageBytes);
    }

    @Override
    protected void answer(int status, ByteBuf body) {
      DefaultFullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), body);
      response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
      if (keepAlive) {
        ctx.write(response, ctx.voidPromise());
      } else {
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        ctx.write(response).addListener(ChannelFutureListener.CLOSE);
      }
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.flush();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // A peer that went away is no news; one that talks nonsense is.
    boolean gone = cause instanceof IOException && !(cause instanceof MalformedMessageException);
    LOG.log(gone ? Level.DEBUG : Level.WARNING, () -> ctx.channel() + " closed: " + cause);
    closeExchange();
    ctx.close();
  }

  private void closeExchange() {
    if (exchange != null) {
      exchange.close();
      exchange = null;
    }
  }
}
