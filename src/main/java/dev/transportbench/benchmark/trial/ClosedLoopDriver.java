package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.forensics.RpcTimes;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.channel.ManualIoEventLoop;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/**
 * Keeps a fixed number of RPCs in flight from the client's own event loop, which is the thread that
 * calls it. Allocates nothing per RPC.
 *
 * <p>The next request leaves from the response's callback, as an asynchronous client's would: the
 * transport can then send its acknowledgement in the same packet. What the callbacks of one run of
 * the loop sent is flushed once.
 *
 * <p>Latency is the time from just before {@link RpcClient#call} to the moment when the response
 * has been verified.
 */
final class ClosedLoopDriver implements RpcClient.ResponseHandler, Driver {
  /** An RPC that takes longer has failed. */
  static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Ids of 2^21 to 2^28 − 1 take four bytes as varint: every RPC is then as long as the next. */
  private static final int FIRST_ID = 1 << 21;

  private static final int END_ID = 1 << 28;

  /** What becomes of the cell when an RPC gets no answer. */
  enum Loss {
    /** It has no figures: the transport is one that loses nothing. */
    FAILS,
    /** It is counted as failed, and another takes its place. */
    COUNTS
  }

  private final ManualIoEventLoop loop;
  private final RpcClient client;
  private final Request request;
  private final ResponseCheck check;
  private final int concurrency;
  private final Loss loss;
  private final int slotMask;
  private final int slotBits;

  /** The id in flight in each slot, 0 for a free slot. */
  private final int[] inFlightIds;

  private final long[] sentNanos;
  private final int[] freeSlots;
  private final Histogram latencies = LatencyHistograms.create();
  private final Histogram firstBytes;
  private final Map<Series, Histogram> times;
  private final int payloadBytesPerRpc;

  /** The id of which the first byte was seen, in each slot. */
  private final int[] begunIds;

  private final Future<?> watchdog;

  /** Whether a response's slot is used again at once: while the loop runs, except to drain. */
  private boolean sendFromCallback;

  private long lastResponseNanos;
  private int freeCount;
  private int nextCount;
  private int credits;
  private int completedSinceWakeup;
  private boolean lostSinceWakeup;
  private long completed;
  private long failed;
  private long wakeups;
  private Throwable failure;

  /** Null: nobody wants them. */
  private RpcTimes recorded;

  ClosedLoopDriver(
      ManualIoEventLoop loop,
      RpcClient client,
      Request request,
      ResponseCheck check,
      int concurrency,
      Loss loss) {
    // An echo's payload goes both ways.
    this(loop, client, request, check, concurrency, loss, 2 * request.getPayload().size(), null);
  }

  /**
   * @param payloadBytesPerRpc the application's, both ways together
   * @param firstBytes takes the times from an RPC's send to the first byte of its response; null
   *     when nobody asks, which saves reading the clock
   */
  ClosedLoopDriver(
      ManualIoEventLoop loop,
      RpcClient client,
      Request request,
      ResponseCheck check,
      int concurrency,
      Loss loss,
      int payloadBytesPerRpc,
      Histogram firstBytes) {
    this.payloadBytesPerRpc = payloadBytesPerRpc;
    this.firstBytes = firstBytes;
    times =
        firstBytes == null
            ? Map.of(Series.LATENCY, latencies)
            : Map.of(Series.LATENCY, latencies, Series.TTFB, firstBytes);
    this.loop = loop;
    this.loss = loss;
    this.client = client;
    this.request = request;
    this.check = check;
    this.concurrency = concurrency;
    int slots =
        Integer.highestOneBit(concurrency) == concurrency
            ? concurrency
            : Integer.highestOneBit(concurrency) << 1;
    this.slotMask = slots - 1;
    this.slotBits = Integer.numberOfTrailingZeros(slots);
    this.nextCount = FIRST_ID >> slotBits;
    this.inFlightIds = new int[slots];
    this.begunIds = new int[slots];
    this.sentNanos = new long[slots];
    this.freeSlots = new int[concurrency];
    for (int slot = 0; slot < concurrency; slot++) {
      freeSlots[slot] = slot;
    }
    this.freeCount = concurrency;
    // Also bounds each wait, so that an interrupted thread notices.
    this.watchdog = loop.scheduleAtFixedRate(this::failOverdue, 1, 1, TimeUnit.SECONDS);
  }

  @Override
  public void completeOne() {
    while (credits == 0) {
      fill();
      if (credits == 0) {
        runLoopOnce(true);
      }
    }
    credits--;
  }

  @Override
  public void drain() {
    while (freeCount < concurrency) {
      runLoopOnce(false);
    }
    credits = 0;
  }

  /** Sends on every free slot. */
  private void fill() {
    int batch = freeCount;
    if (batch == 0) {
      return;
    }
    // Counted first: an in-memory transport answers inside call(), which frees the slot again.
    long now = System.nanoTime();
    for (int i = 0; i < batch; i++) {
      long completedBefore = completed;
      send(now);
      // Half of the harness's price is reading the clock: a response's time is the next send's too.
      now = completed == completedBefore ? System.nanoTime() : lastResponseNanos;
    }
    client.flush();
    throwFailure();
  }

  private void send(long now) {
    int slot = freeSlots[--freeCount];
    int id = nextCount << slotBits | slot;
    if (++nextCount == END_ID >> slotBits) {
      nextCount = FIRST_ID >> slotBits;
    }
    inFlightIds[slot] = id;
    sentNanos[slot] = now;
    client.call(id, request, this);
  }

  private void runLoopOnce(boolean refill) {
    completedSinceWakeup = 0;
    lostSinceWakeup = false;
    sendFromCallback = refill;
    loop.run(0);
    sendFromCallback = false;
    if (completedSinceWakeup > 0) {
      wakeups++;
    }
    if (completedSinceWakeup > 0 || lostSinceWakeup) {
      client.flush();
    }
    throwFailure();
    if (Thread.currentThread().isInterrupted()) {
      throw new RpcFailedException("interrupted with RPCs in flight", null);
    }
  }

  private void throwFailure() {
    if (failure instanceof RpcFailedException) {
      throw (RpcFailedException) failure;
    }
    if (failure != null) {
      throw new RpcFailedException(failure.toString(), failure);
    }
  }

  @Override
  public void onBytes(int requestId, int bytes) {
    int slot = requestId & slotMask;
    if (firstBytes == null || begunIds[slot] == requestId || inFlightIds[slot] != requestId) {
      return;
    }
    begunIds[slot] = requestId;
    firstBytes.recordValue(
        Math.min(System.nanoTime() - sentNanos[slot], LatencyHistograms.MAX_NANOS));
  }

  @Override
  public void onResponse(int requestId, Response response) {
    int slot = requestId & slotMask;
    if (inFlightIds[slot] != requestId) {
      fail("response to RPC " + Integer.toUnsignedString(requestId) + ", which is not in flight");
      return;
    }
    String problem = check.problem(response);
    if (problem != null) {
      release(slot);
      fail(problem);
      return;
    }
    long now = System.nanoTime();
    lastResponseNanos = now;
    latencies.recordValue(Math.min(now - sentNanos[slot], LatencyHistograms.MAX_NANOS));
    if (recorded != null) {
      recorded.add(sentNanos[slot], now);
    }
    release(slot);
    completed++;
    completedSinceWakeup++;
    credits++;
    if (sendFromCallback) {
      send(now);
    }
  }

  @Override
  public void onFailure(int requestId, Throwable cause) {
    int slot = requestId & slotMask;
    if (inFlightIds[slot] == requestId) {
      release(slot);
    }
    failed++;
    if (loss == Loss.COUNTS && cause instanceof TimeoutException) {
      lostSinceWakeup = true;
      if (sendFromCallback) {
        send(System.nanoTime());
      }
    } else if (failure == null) {
      failure = cause;
    }
  }

  @Override
  public Optional<RpcBytes> record(RpcTimes times) {
    recorded = times;
    return Optional.of(new RpcBytes(request.getPayload().size(), check.expectedBytes()));
  }

  @Override
  public void abort(String why) {
    failure = new RpcFailedException(why, null);
  }

  private void fail(String problem) {
    failed++;
    if (failure == null) {
      failure = new RpcFailedException(problem, null);
    }
  }

  private void release(int slot) {
    inFlightIds[slot] = 0;
    freeSlots[freeCount++] = slot;
  }

  private void failOverdue() {
    long now = System.nanoTime();
    for (int slot = 0; slot < inFlightIds.length; slot++) {
      if (inFlightIds[slot] != 0 && now - sentNanos[slot] > TIMEOUT_NANOS) {
        onFailure(
            inFlightIds[slot],
            new RpcFailedException(
                "no response within " + TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NANOS) + " s",
                null));
      }
    }
  }

  @Override
  public void resetCounts() {
    times.values().forEach(Histogram::reset);
    completed = 0;
    failed = 0;
    wakeups = 0;
  }

  @Override
  public long completed() {
    return completed;
  }

  @Override
  public long failed() {
    return failed;
  }

  @Override
  public long wakeups() {
    return wakeups;
  }

  @Override
  public long payloadBytes() {
    return (long) payloadBytesPerRpc * completed;
  }

  @Override
  public Map<Series, Histogram> times() {
    return times;
  }

  @Override
  public void close() {
    watchdog.cancel(false);
  }
}
