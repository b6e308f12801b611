package dev.transportbench.transport.webtransport;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.Response;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The calls that wait for a datagram, and their time: one that is not answered within 3 round trips
 * + 100 ms fails with a {@link TimeoutException}; an answer that comes later is dropped. Confined
 * to one loop, with one timer on it while calls are in flight.
 */
final class DatagramCalls {
  static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  static final int ROUND_TRIPS = 3;

  private final EventExecutor loop;
  private final Runnable measureRtt;
  private final IntObjectHashMap<Call> inFlight = new IntObjectHashMap<>();
  // All have the same time to wait, so the oldest is the first that is overdue.
  private final Queue<Call> oldestFirst = new ArrayDeque<>();
  private long rttNanos;
  private boolean timerSet;
  private Throwable failure;

  private static final class Call {
    private final int requestId;
    private final ResponseHandler handler;
    private final long sentNanos = System.nanoTime();
    private boolean settled;

    Call(int requestId, ResponseHandler handler) {
      this.requestId = requestId;
      this.handler = handler;
    }
  }

  /**
   * @param measureRtt run now and then while calls are in flight; should lead to {@link
   *     #setRttNanos}
   */
  DatagramCalls(EventExecutor loop, Runnable measureRtt) {
    this.loop = loop;
    this.measureRtt = measureRtt;
  }

  void setRttNanos(long rttNanos) {
    this.rttNanos = rttNanos;
  }

  /**
   * Expects an answer, or fails the call at once when the connection is gone.
   *
   * @return whether the request should be sent
   */
  boolean add(int requestId, ResponseHandler handler) {
    if (failure != null) {
      handler.onFailure(requestId, failure);
      return false;
    }
    if (inFlight.containsKey(requestId)) {
      throw new IllegalArgumentException(
          "requestId: %s is in flight already".formatted(Integer.toUnsignedString(requestId)));
    }
    Call call = new Call(requestId, handler);
    inFlight.put(requestId, call);
    oldestFirst.add(call);
    if (!timerSet) {
      setTimer(timeoutNanos());
    }
    return true;
  }

  /** Hands an answer to the call that waits for it, if it still does. */
  void complete(int requestId, Response response) {
    Call call = inFlight.remove(requestId);
    if (call != null) {
      call.settled = true;
      forgetSettled();
      call.handler.onResponse(requestId, response);
    }
  }

  /** Fails a call that waits; its answer, when it comes, is dropped. */
  void cancel(int requestId) {
    Call call = inFlight.remove(requestId);
    if (call != null) {
      call.settled = true;
      forgetSettled();
      call.handler.onFailure(requestId, new CancellationException());
    }
  }

  private void forgetSettled() {
    Call oldest = oldestFirst.peek();
    while (oldest != null && oldest.settled) {
      oldestFirst.remove();
      oldest = oldestFirst.peek();
    }
  }

  private long timeoutNanos() {
    return ROUND_TRIPS * rttNanos + GRACE_NANOS;
  }

  private void setTimer(long delayNanos) {
    timerSet = true;
    loop.schedule(this::failOverdue, delayNanos, TimeUnit.NANOSECONDS);
  }

  private void failOverdue() {
    timerSet = false;
    measureRtt.run();
    long timeoutNanos = timeoutNanos();
    long now = System.nanoTime();
    Call oldest = oldestFirst.peek();
    while (oldest != null && now - oldest.sentNanos >= timeoutNanos) {
      oldestFirst.remove();
      if (!oldest.settled) {
        oldest.settled = true;
        inFlight.remove(oldest.requestId);
        oldest.handler.onFailure(
            oldest.requestId,
            new TimeoutException(
                "no answer within %d ms".formatted(TimeUnit.NANOSECONDS.toMillis(timeoutNanos))));
      }
      oldest = oldestFirst.peek();
    }
    if (oldest != null && !timerSet) {
      setTimer(oldest.sentNanos + timeoutNanos - now);
    }
  }

  /** Fails every call in flight and every later one. Only the first cause counts. */
  void failAll(Throwable cause) {
    if (failure != null) {
      return;
    }
    failure = cause;
    oldestFirst.clear();
    for (Call call : new ArrayList<>(inFlight.values())) {
      inFlight.remove(call.requestId);
      call.handler.onFailure(call.requestId, cause);
    }
  }
}
