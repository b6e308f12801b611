package dev.transportbench.transport.stream;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.Future;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.TreeMap;

/**
 * Opens a stream for each call. Calls beyond what the peer allows wait in order for {@link
 * #streamsAllowedChanged}.
 */
public final class StreamClient implements RpcClient {
  private final StreamConnection connection;
  private final CallFactory factory;
  private final Queue<StreamCall> waiting = new ArrayDeque<>();
  private final IntObjectMap<StreamCall> inFlight = new IntObjectHashMap<>();
  private Throwable failure;

  /** Makes the handler of one call's stream. */
  public interface CallFactory {
    StreamCall newCall(int requestId, Request request, ResponseHandler handler);
  }

  public StreamClient(StreamConnection connection, CallFactory factory) {
    this.connection = connection;
    this.factory = factory;
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    if (failure != null) {
      handler.onFailure(requestId, failure);
      return;
    }
    start(factory.newCall(requestId, request, handler));
  }

  private void start(StreamCall call) {
    call.enter(inFlight);
    if (waiting.isEmpty() && connection.streamsAllowed() > 0) {
      connection.hold();
      open(call);
    } else {
      waiting.add(call);
    }
  }

  @Override
  public MessageStream openStream(int requestId, ResponseHandler handler) {
    StreamCall call = factory.newCall(requestId, null, handler);
    call.expectMessages();
    if (failure != null) {
      call.fail(failure);
    } else {
      start(call);
    }
    return new MessageStream() {
      @Override
      public void send(Request message) {
        connection.hold();
        call.message(message, true);
      }

      @Override
      public void end(Request message) {
        connection.hold();
        call.message(message, false);
      }
    };
  }

  private void open(StreamCall call) {
    Future<?> opened = connection.openStream(call.streamHandler());
    if (!opened.isDone()) {
      opened.addListener(done -> failIfNotOpened(call, opened));
    } else {
      failIfNotOpened(call, opened);
    }
  }

  private static void failIfNotOpened(StreamCall call, Future<?> opened) {
    if (!opened.isSuccess()) {
      call.fail(opened.cause());
      call.leave();
    }
  }

  @Override
  public void cancel(int requestId) {
    StreamCall call = inFlight.get(requestId);
    if (call != null) {
      if (!waiting.isEmpty() && waiting.remove(call)) {
        call.leave();
      }
      call.cancel();
    }
  }

  @Override
  public void flush() {
    connection.flush();
  }

  /** To be called when the peer allows more streams: the calls that waited go out. */
  public void streamsAllowedChanged() {
    while (!waiting.isEmpty() && connection.streamsAllowed() > 0) {
      open(waiting.remove());
    }
  }

  /**
   * To be called when the connection is lost: fails the calls that wait and all later ones. Those
   * in flight are failed by the end of their streams.
   */
  public void connectionLost(Throwable cause) {
    if (failure != null) {
      return;
    }
    failure = cause;
    StreamCall call;
    while ((call = waiting.poll()) != null) {
      call.fail(cause);
      call.leave();
    }
  }

  @Override
  public int connectionsOpened() {
    return 1;
  }

  @Override
  public Map<String, Double> counters() {
    Map<String, Double> counters = new TreeMap<>();
    connection.addCounters(counters);
    return counters;
  }

  @Override
  public Map<String, String> negotiated() {
    Map<String, String> terms = new TreeMap<>();
    connection.addTerms(terms);
    return terms;
  }

  @Override
  public OptionalLong handshakeNanos() {
    return connection.handshakeNanos();
  }

  @Override
  public Future<Void> close() {
    connectionLost(new ClosedChannelException());
    return connection.close();
  }
}
