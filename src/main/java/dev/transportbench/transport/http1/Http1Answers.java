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
import java.util.ArrayDeque;
import java.util.Queue;

/** Answers the requests on one connection in order; flushes once for all that came in one read. */
final class Http1Answers extends ChannelInboundHandlerAdapter {
  private static final System.Logger LOG = System.getLogger(Http1Answers.class.getName());

  private final int maxMessageBytes;
  private ChannelHandlerContext ctx;
  private Exchange exchange;
  private final Queue<Object> held = new ArrayDeque<>();
  private boolean keepAlive;
  private boolean sayKeepAlive;
  private boolean closing;

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
    held.forEach(ReferenceCountUtil::release);
    held.clear();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived)
      throws MalformedMessageException {
    if (held.isEmpty() && ctx.channel().isWritable()) {
      read(arrived);
    } else {
      hold(arrived);
    }
  }

  /** A peer that asks and does not read what it asked for has to wait. */
  private void hold(Object arrived) {
    held.add(arrived);
    ctx.channel().config().setAutoRead(false);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx)
      throws MalformedMessageException {
    if (held.isEmpty()) {
      return;
    }
    while (!held.isEmpty() && ctx.channel().isWritable()) {
      read(held.remove());
    }
    if (held.isEmpty()) {
      ctx.channel().config().setAutoRead(true);
    }
    ctx.flush();
  }

  private void read(Object arrived) throws MalformedMessageException {
    if (closing) {
      ReferenceCountUtil.release(arrived);
      return;
    }
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
    sayKeepAlive = keepAlive && request.protocolVersion().equals(HttpVersion.HTTP_1_0);
    exchange = new ConnectionExchange();
    exchange.head(request.method().asciiName(), request.uri());
    if (!HttpUtil.is100ContinueExpected(request)) {
      return;
    }
    if (exchange.refuses(HttpUtil.getContentLength(request, 0L))) {
      // Whether the body comes nevertheless can't be known, and so not where it would end.
      keepAlive = false;
      exchange.end();
      closeExchange();
    } else {
      ctx.write(
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER),
          ctx.voidPromise());
    }
  }

  private final class ConnectionExchange extends Exchange {
    ConnectionExchange() {
      super(ctx.channel(), maxMessageBytes);
    }

    @Override
    protected void answer(int status, ByteBuf body) {
      // The codec leaves the body of an answer to HEAD out.
      respond(status, allow(), body);
    }
  }

  private void respond(int status, String allow, ByteBuf body) {
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), body);
    response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    if (allow != null) {
      response.headers().set(HttpHeaderNames.ALLOW, allow);
    }
    if (keepAlive) {
      if (sayKeepAlive) {
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
      }
      ctx.write(response, ctx.voidPromise());
    } else {
      closing = true;
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      ctx.write(response).addListener(ChannelFutureListener.CLOSE);
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
    boolean answerable = exchange == null || !exchange.answered();
    closeExchange();
    if (cause instanceof MalformedMessageException && answerable && !closing) {
      keepAlive = false;
      respond(Exchange.BAD_REQUEST, null, Unpooled.EMPTY_BUFFER);
      ctx.flush();
      return;
    }
    ctx.close();
  }

  private void closeExchange() {
    if (exchange != null) {
      exchange.close();
      exchange = null;
    }
  }
}
