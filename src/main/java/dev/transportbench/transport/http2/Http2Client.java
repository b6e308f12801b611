package dev.transportbench.transport.http2;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.connection.ConnectionCounters;
import dev.transportbench.transport.connection.HandshakeTimes;
import dev.transportbench.transport.connection.SocketTerms;
import dev.transportbench.transport.http.Errand;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.PendingCall;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

/** Opens a stream for each call; calls beyond what the server allows wait for one to end. */
class Http2Client extends Http2Events implements RpcClient {
  private static final AsciiString HTTPS = AsciiString.cached("https");
  private static final AsciiString OK = AsciiString.cached("200");

  private final Http2Headers requestHeaders;
  private final int maxMessageBytes;
  private final Errand errand;
  private final Queue<PendingCall> waiting = new ArrayDeque<>();
  private Http2Connection.PropertyKey callKey;
  private Throwable failure;

  Http2Client(String authority, int maxMessageBytes, Errand errand) {
    this.errand = errand;
    requestHeaders =
        ReadOnlyHttp2Headers.clientHeaders(
            false, errand.method(), errand.path(), HTTPS, AsciiString.of(authority));
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  void attach(Http2Endpoint endpoint, ChannelHandlerContext ctx) {
    super.attach(endpoint, ctx);
    callKey = connection().newKey();
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    if (failure != null) {
      handler.onFailure(requestId, failure);
      return;
    }
    PendingCall call = errand.newCall(requestId, request, handler, maxMessageBytes);
    // Before the server's SETTINGS have come, any number is allowed (RFC 9113 §6.5.2).
    if (waiting.isEmpty() && connection().local().canOpenStream()) {
      open(call);
    } else {
      waiting.add(call);
    }
  }

  private void open(PendingCall call) {
    int streamId = connection().local().incrementAndGetNextStreamId();
    Http2Stream stream;
    try {
      stream = connection().local().createStream(streamId, false);
    } catch (Http2Exception e) {
      call.fail(e);
      return;
    }
    stream.setProperty(callKey, call);
    write(streamId, requestHeaders, errand.body(ctx().alloc(), call));
  }

  @Override
  public void cancel(int requestId) {
    for (PendingCall call : waiting) {
      if (isFor(call, requestId)) {
        waiting.remove(call);
        call.fail(new CancellationException());
        return;
      }
    }
    Http2Stream stream;
    try {
      // By looking at each: a table would cost all the calls that nobody cancels.
      stream =
          connection().forEachActiveStream(each -> !isFor(each.getProperty(callKey), requestId));
    } catch (Http2Exception e) {
      throw new IllegalStateException(e);
    }
    if (stream != null) {
      PendingCall call = stream.removeProperty(callKey);
      call.close();
      endpoint().resetStream(ctx(), stream.id(), Http2Error.CANCEL.code(), ctx().newPromise());
      ctx().flush();
      call.fail(new CancellationException());
    }
  }

  private static boolean isFor(PendingCall call, int requestId) {
    return call != null && call.requestId() == requestId && !call.settled();
  }

  @Override
  public void flush() {
    endpoint().flush(ctx());
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean end)
      throws Http2Exception {
    int bytes = data.readableBytes() + padding;
    PendingCall call = connection().stream(streamId).getProperty(callKey);
    if (call == null) {
      return bytes;
    }
    try {
      call.read(data.retain());
    } catch (MalformedMessageException e) {
      call.fail(e);
      call.close();
      if (call.mixedUp()) {
        // Not this stream's trouble alone.
        throw Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, e, "%s", e.getMessage());
      }
      throw reset(streamId, e);
    }
    if (end) {
      call.end();
    }
    return bytes;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean end)
      throws Http2Exception {
    CharSequence status = headers.status();
    // Trailers have none.
    if (status != null && !AsciiString.contentEquals(OK, status)) {
      MalformedMessageException refused = new MalformedMessageException("status: " + status);
      PendingCall call = connection().stream(streamId).getProperty(callKey);
      if (call != null) {
        call.fail(refused);
      }
      throw reset(streamId, refused);
    }
    PendingCall call = end ? connection().stream(streamId).getProperty(callKey) : null;
    if (call != null) {
      call.end();
    }
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) {
    Http2Stream stream = connection().stream(streamId);
    PendingCall call = stream == null ? null : stream.getProperty(callKey);
    if (call != null) {
      call.fail(new IOException("stream reset by the server: " + Http2Error.valueOf(errorCode)));
    }
  }

  @Override
  public void onStreamClosed(Http2Stream stream) {
    PendingCall call = stream.removeProperty(callKey);
    if (call != null) {
      call.close();
      // Exceptions are dear, and most calls are settled by now.
      if (!call.settled()) {
        call.fail(failure != null ? failure : new ClosedChannelException());
      }
    }
    while (!waiting.isEmpty() && connection().local().canOpenStream()) {
      open(waiting.remove());
    }
  }

  @Override
  public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
    lost(new IOException("connection closed by the server: " + Http2Error.valueOf(errorCode)));
  }

  /** Fails the calls that wait and all later ones; those in flight fail as their streams end. */
  @Override
  void lost(Throwable cause) {
    if (failure != null) {
      return;
    }
    failure = cause;
    PendingCall call;
    while ((call = waiting.poll()) != null) {
      call.fail(cause);
    }
  }

  @Override
  public int connectionsOpened() {
    return 1;
  }

  @Override
  public Map<String, Double> counters() {
    Map<String, Double> counters = new TreeMap<>();
    ConnectionCounters.addTcp(ctx().channel(), counters);
    return counters;
  }

  @Override
  public Map<String, String> negotiated() {
    Map<String, String> terms = new TreeMap<>();
    SocketTerms.addTcp(ctx().channel(), terms);
    addWindow(terms);
    return terms;
  }

  @Override
  public Future<Void> close() {
    lost(new ClosedChannelException());
    return ctx().channel().close();
  }

  @Override
  public OptionalLong handshakeNanos() {
    return HandshakeTimes.nanos(ctx().channel());
  }

  @Override
  public Future<Void> discard() {
    lost(new ClosedChannelException());
    return SocketTerms.reset(ctx().channel());
  }
}
