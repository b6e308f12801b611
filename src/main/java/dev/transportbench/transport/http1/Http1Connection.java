package dev.transportbench.transport.http1;

import dev.transportbench.transport.connection.ConnectionCounters;
import dev.transportbench.transport.connection.HandshakeTimes;
import dev.transportbench.transport.connection.SocketTerms;
import dev.transportbench.transport.http.Errand;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.PendingCall;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** One of a client's connections: sends one call, and the next when its response has ended. */
final class Http1Connection extends ChannelInboundHandlerAdapter {
  private final Http1Client pool;
  private final Channel channel;
  private final String host;
  private final Errand errand;
  private final HttpMethod method;
  private final String path;
  private ChannelHandlerContext ctx;
  private PendingCall current;
  private Throwable failure;
  private boolean lost;

  Http1Connection(Http1Client pool, Channel channel, String host, Errand errand) {
    this.pool = pool;
    this.channel = channel;
    this.host = host;
    this.errand = errand;
    method = HttpMethod.valueOf(errand.method().toString());
    path = errand.path().toString();
  }

  /** The call whose response has not ended, or null. */
  PendingCall current() {
    return current;
  }

  /** Writes the call's request, which {@link #flush} sends. */
  void send(PendingCall call) {
    current = call;
    ByteBuf body = errand.body(ctx.alloc(), call);
    DefaultFullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, path, body);
    HttpHeaders headers = request.headers();
    headers.set(HttpHeaderNames.HOST, host);
    if (body.isReadable()) {
      headers.setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    }
    ctx.write(request, ctx.voidPromise());
  }

  void flush() {
    ctx.flush();
  }

  void addCounters(Map<String, Double> to) {
    ConnectionCounters.addTcp(channel, to);
  }

  Map<String, String> negotiated() {
    Map<String, String> terms = new TreeMap<>();
    SocketTerms.addTcp(channel, terms);
    return terms;
  }

  Future<Void> close() {
    lost(new ClosedChannelException());
    return channel.close();
  }

  Future<Void> discard() {
    lost(new ClosedChannelException());
    return SocketTerms.reset(channel);
  }

  OptionalLong handshakeNanos() {
    return HandshakeTimes.nanos(channel);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived)
      throws MalformedMessageException {
    if (arrived instanceof HttpObject part && part.decoderResult().isFailure()) {
      ReferenceCountUtil.release(arrived);
      throw new MalformedMessageException("response: not HTTP", part.decoderResult().cause());
    }
    if (current == null) {
      ReferenceCountUtil.release(arrived);
      throw new MalformedMessageException("a response that nobody waits for");
    }
    if (arrived instanceof HttpResponse response
        && !response.status().equals(HttpResponseStatus.OK)) {
      ReferenceCountUtil.release(arrived);
      throw new MalformedMessageException("status: " + response.status());
    }
    if (arrived instanceof HttpContent part) {
      current.read(part.content());
    }
    if (arrived instanceof LastHttpContent) {
      ended();
    }
  }

  private void ended() {
    PendingCall over = current;
    current = null;
    over.end();
    over.close();
    if (!lost) {
      pool.release(this);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    // A call that waited may have been written.
    ctx.flush();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    lost(failure != null ? failure : new ClosedChannelException());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    // At once, not when the peer has agreed to close: nothing more will be read.
    lost(failure);
    ctx.close();
  }

  private void lost(Throwable cause) {
    if (lost) {
      return;
    }
    lost = true;
    pool.lost(this, cause);
    if (current != null) {
      current.fail(cause);
      current.close();
    }
  }
}
