package dev.transportbench.transport.http1;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.http.Errand;
import dev.transportbench.transport.message.PendingCall;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseCombiner;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * Gives each call to a connection that is idle; further calls wait in order. A connection that is
 * lost is not replaced: when the last one is, every call fails.
 */
final class Http1Client implements RpcClient {
  private final EventExecutor loop;
  private final int maxMessageBytes;
  private final Errand errand;
  private final List<Http1Connection> connections = new ArrayList<>();
  private final Deque<Http1Connection> idle = new ArrayDeque<>();
  private final Queue<Http1Connection> unflushed = new ArrayDeque<>();
  private final Queue<PendingCall> waiting = new ArrayDeque<>();
  private int lost;
  private Throwable failure;

  Http1Client(EventExecutor loop, int maxMessageBytes, Errand errand) {
    this.loop = loop;
    this.errand = errand;
    this.maxMessageBytes = maxMessageBytes;
  }

  /** A connection that is being opened; to be called for all of them before the first call. */
  void add(Http1Connection connection) {
    connections.add(connection);
    idle.add(connection);
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    if (failure != null) {
      handler.onFailure(requestId, failure);
      return;
    }
    PendingCall call = errand.newCall(requestId, request, handler, maxMessageBytes);
    Http1Connection connection = idle.pollLast();
    if (connection == null) {
      waiting.add(call);
    } else {
      connection.send(call);
      unflushed.add(connection);
    }
  }

  /**
   * Nothing in HTTP/1.1 takes a request back but the end of its connection. The response is awaited
   * instead and dropped, so that there stay as many connections; until then its connection is busy.
   */
  @Override
  public void cancel(int requestId) {
    for (PendingCall call : waiting) {
      if (call.requestId() == requestId) {
        waiting.remove(call);
        call.fail(new CancellationException());
        return;
      }
    }
    for (Http1Connection connection : connections) {
      PendingCall call = connection.current();
      if (call != null && call.requestId() == requestId && !call.settled()) {
        call.fail(new CancellationException());
        return;
      }
    }
  }

  @Override
  public void flush() {
    Http1Connection connection;
    while ((connection = unflushed.poll()) != null) {
      connection.flush();
    }
  }

  /** A connection's response has ended: it takes the call that waited longest, or rests. */
  void release(Http1Connection connection) {
    PendingCall next = waiting.poll();
    if (next == null) {
      idle.add(connection);
    } else {
      connection.send(next);
    }
  }

  void lost(Http1Connection connection, Throwable cause) {
    idle.remove(connection);
    lost++;
    if (lost == connections.size()) {
      fail(cause);
    }
  }

  private void fail(Throwable cause) {
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
    return connections.size();
  }

  @Override
  public Map<String, Double> counters() {
    Map<String, Double> counters = new TreeMap<>();
    connections.forEach(connection -> connection.addCounters(counters));
    return counters;
  }

  /** Of the first connection; all have the same terms. */
  @Override
  public Map<String, String> negotiated() {
    return connections.get(0).negotiated();
  }

  @Override
  public OptionalLong handshakeNanos() {
    return connections.stream()
        .map(Http1Connection::handshakeNanos)
        .flatMapToLong(OptionalLong::stream)
        .max();
  }

  @Override
  public Future<Void> close() {
    return close(Http1Connection::close);
  }

  @Override
  public Future<Void> discard() {
    return close(Http1Connection::discard);
  }

  private Future<Void> close(Function<Http1Connection, Future<Void>> how) {
    fail(new ClosedChannelException());
    PromiseCombiner all = new PromiseCombiner(loop);
    for (Http1Connection connection : connections) {
      all.add(how.apply(connection));
    }
    Promise<Void> closed = loop.newPromise();
    all.finish(closed);
    return closed;
  }
}
