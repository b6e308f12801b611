package dev.transportbench.transport.http2;

import dev.transportbench.transport.http.Exchange;
import dev.transportbench.transport.message.MalformedMessageException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import java.lang.System.Logger.Level;

/** Answers the requests on one connection of the server. */
final class Http2Answers extends Http2Events {
  private static final System.Logger LOG = System.getLogger(Http2Answers.class.getName());
  private static final Http2Headers OK_HEADERS = status(Exchange.OK);

  private final int maxMessageBytes;
  private Http2Connection.PropertyKey exchangeKey;

  Http2Answers(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  private static Http2Headers status(int status) {
    return ReadOnlyHttp2Headers.serverHeaders(false, AsciiString.of(Integer.toString(status)));
  }

  @Override
  void attach(Http2Endpoint endpoint, ChannelHandlerContext ctx) {
    super.attach(endpoint, ctx);
    exchangeKey = connection().newKey();
  }

  @Override
  void lost(Throwable cause) {
    Level level = cause instanceof Http2Exception ? Level.WARNING : Level.DEBUG;
    LOG.log(level, () -> ctx().channel() + " closed: " + cause);
  }

  private final class StreamExchange extends Exchange {
    private final int streamId;

    StreamExchange(int streamId) {
      super(ctx().alloc(), maxMessageBytes);
      this.streamId = streamId;
    }

    @Override
    protected void answer(int status, ByteBuf body) {
      write(streamId, status == OK ? OK_HEADERS : status(status), body);
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
      exchange = new StreamExchange(streamId);
      stream.setProperty(exchangeKey, exchange);
      exchange.head(headers.method(), headers.path());
    }
    if (end) {
      end(streamId, exchange);
    }
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean end)
      throws Http2Exception {
    int bytes = data.readableBytes() + padding;
    Exchange exchange = connection().stream(streamId).getProperty(exchangeKey);
    try {
      exchange.body(data.retain());
    } catch (MalformedMessageException e) {
      throw refuse(streamId, e);
    }
    if (end) {
      end(streamId, exchange);
    }
    return bytes;
  }

  private void end(int streamId, Exchange exchange) throws Http2Exception {
    try {
      exchange.end();
    } catch (MalformedMessageException e) {
      throw refuse(streamId, e);
    }
  }

  private Http2Exception refuse(int streamId, MalformedMessageException cause) {
    LOG.log(Level.WARNING, () -> ctx().channel() + " refused: " + cause);
    return reset(streamId, cause);
  }

  @Override
  public void onStreamClosed(Http2Stream stream) {
    Exchange exchange = stream.removeProperty(exchangeKey);
    if (exchange != null) {
      exchange.close();
    }
  }
}
