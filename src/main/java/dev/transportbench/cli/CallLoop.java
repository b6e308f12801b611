package dev.transportbench.cli;

import com.google.protobuf.ByteString;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/**
 * Makes a number of calls on one client, so many at a time, and compares what comes back. Confined
 * to the client's loop.
 */
final class CallLoop implements ResponseHandler {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int LATENCY_DIGITS = 3;

  private final RpcClient client;
  private final Request request;
  private final ByteString expected;
  private final int count;
  private final int concurrency;
  private final Promise<Void> done;
  private final Future<?> timer;
  private final Map<Integer, Long> startNanosById = new LinkedHashMap<>();
  private final Histogram latencyNanos = new Histogram(LATENCY_DIGITS);
  private int started;
  private int completed;
  private int failed;
  private String firstFailure;
  private boolean pumping;

  /**
   * @param expected what each response's payload must be; null for anything
   */
  CallLoop(
      EventExecutor loop,
      RpcClient client,
      Request request,
      ByteString expected,
      int count,
      int concurrency) {
    this.client = client;
    this.request = request;
    this.expected = expected;
    this.count = count;
    this.concurrency = concurrency;
    done = loop.newPromise();
    timer = loop.scheduleAtFixedRate(this::giveUpOverdue, 1, 1, TimeUnit.SECONDS);
  }

  /** Done when all calls are settled. */
  Future<Void> start() {
    pump();
    return done;
  }

  private void pump() {
    if (pumping) {
      // A call failed at once, within the loop below.
      return;
    }
    pumping = true;
    while (started < count && startNanosById.size() < concurrency) {
      int requestId = ++started;
      startNanosById.put(requestId, System.nanoTime());
      client.call(requestId, request, this);
    }
    client.flush();
    pumping = false;
    if (completed + failed == count && !done.isDone()) {
      timer.cancel(false);
      done.setSuccess(null);
    }
  }

  @Override
  public void onResponse(int requestId, Response response) {
    Long startNanos = startNanosById.remove(requestId);
    if (startNanos == null) {
      return;
    }
    if (response.hasError()) {
      fail("error from the server: " + response.getError().getMessage());
    } else if (expected != null && !expected.equals(response.getPayload())) {
      fail("a response's bytes are not the request's");
    } else {
      completed++;
      latencyNanos.recordValue(System.nanoTime() - startNanos);
    }
    pump();
  }

  @Override
  public void onFailure(int requestId, Throwable cause) {
    if (startNanosById.remove(requestId) != null) {
      fail(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
      pump();
    }
  }

  private void fail(String why) {
    failed++;
    if (firstFailure == null) {
      firstFailure = why;
    }
  }

  private void giveUpOverdue() {
    long now = System.nanoTime();
    while (true) {
      // The oldest is the first.
      Iterator<Map.Entry<Integer, Long>> oldest = startNanosById.entrySet().iterator();
      if (!oldest.hasNext()) {
        return;
      }
      Map.Entry<Integer, Long> entry = oldest.next();
      if (now - entry.getValue() < TIMEOUT_NANOS) {
        return;
      }
      int requestId = entry.getKey();
      onFailure(requestId, new TimeoutException("no response within 30 s"));
      client.cancel(requestId);
    }
  }

  int completed() {
    return completed;
  }

  int failed() {
    return failed;
  }

  /** Null when nothing failed. */
  String firstFailure() {
    return firstFailure;
  }

  /** p50, p90, p99 and max in µs; null when nothing was completed. */
  Map<String, Double> latencyMicros() {
    if (completed == 0) {
      return null;
    }
    Map<String, Double> quantiles = new LinkedHashMap<>();
    quantiles.put("p50", micros(latencyNanos.getValueAtPercentile(50)));
    quantiles.put("p90", micros(latencyNanos.getValueAtPercentile(90)));
    quantiles.put("p99", micros(latencyNanos.getValueAtPercentile(99)));
    quantiles.put("max", micros(latencyNanos.getMaxValue()));
    return quantiles;
  }

  private static double micros(long nanos) {
    return Math.round(nanos / 100.0) / 10.0;
  }
}
