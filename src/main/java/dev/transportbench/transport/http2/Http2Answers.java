package dev.transportbench.transport.http2;

import dev.transportbench.transport.http.Exchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;

/** Answers the requests on one connection of the server. */
final class Http2Answers extends Http2Events {
  private static final System.Logger LOG = System.getLogger(Http2Answers.class.getName());
  private static final AsciiString CONNECT = HttpMethod.CONNECT.asciiName();
  private static final Http2Headers OK_HEADERS = headers(Exchange.OK, null);

  private final int maxMessageBytes;
  private Http2Connection.PropertyKey exchangeKey;
  private Http2Headers okHeaders = OK_HEADERS;
  private boolean besideHttp3;

  Http2Answers(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  /** On each OK, names HTTP/3 on the UDP port whose number is this connection's own. */
  Http2Answers besideHttp3() {
    besideHttp3 = true;
    return this;
  }

  private static Http2Headers headers(int status, String allow) {
    AsciiString code = AsciiString.of(Integer.toString(status));
    return allow == null
        ? ReadOnlyHttp2Headers.serverHeaders(false, code)
        : ReadOnlyHttp2Headers.serverHeaders(
            false, code, HttpHeaderNames.ALLOW, AsciiString.of(allow));
  }

  @Override
  void attach(Http2Endpoint endpoint, ChannelHandlerContext ctx) {
    super.attach(endpoint, ctx);
    exchangeKey = connection().newKey();
    if (besideHttp3) {
      int port = ((InetSocketAddress) ctx.channel().localAddress()).getPort();
      okHeaders =
          ReadOnlyHttp2Headers.serverHeaders(
              false,
              AsciiString.of(Integer.toString(Exchange.OK)),
              FirstVisit.ALT_SVC,
              AsciiString.of("h3=\":%d\"".formatted(port)));
    }
  }

  @Override
  void lost(Throwable cause) {
    Level level = cause instanceof Http2Exception ? Level.WARNING : Level.DEBUG;
    LOG.log(level, () -> ctx().channel() + " closed: " + cause);
  }

  private final class StreamExchange extends Exchange {
    private final int streamId;

    StreamExchange(int streamId) {
      super(ctx().channel(), maxMessageBytes);
      this.streamId = streamId;
    }

    @Override
    protected void answer(int status, ByteBuf body) {
      if (headOnly()) {
        body.release();
        body = Unpooled.EMPTY_BUFFER;
      }
      write(streamId, status == OK ? okHeaders : headers(status, allow()), body);
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean end)
      throws Http2Exception {
    Http2Stream stream = connection().stream(streamId);
    Exchange exchange = stream.getProperty(exchangeKey);
    // Set already: these are trailers.
    if (exchange == null) {
      refuseMalformed(streamId, headers);
      exchange = new StreamExchange(streamId);
      stream.setProperty(exchangeKey, exchange);
      exchange.head(headers.method(), headers.path());
    }
    if (end) {
      exchange.end();
    }
  }

  /** A stream error (RFC 9113 §8.1.1), but for CONNECT, which has only :method (§8.3.1, §8.5). */
  private static void refuseMalformed(int streamId, Http2Headers headers) throws Http2Exception {
    CharSequence method = headers.method();
    if (method == null
        || (headers.path() == null || headers.scheme() == null)
            && !AsciiString.contentEquals(CONNECT, method)) {
      throw Http2Exception.streamError(
          streamId, Http2Error.PROTOCOL_ERROR, "a request without :method, :scheme or :path");
    }
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean end) {
    int bytes = data.readableBytes() + padding;
    Exchange exchange = connection().stream(streamId).getProperty(exchangeKey);
    exchange.body(data.retain());
    if (end) {
      exchange.end();
    }
    return bytes;
  }

  @Override
  public void onStreamClosed(Http2Stream stream) {
    Exchange exchange = stream.removeProperty(exchangeKey);
    if (exchange != null) {
      exchange.close();
    }
  }
}
