package dev.transportbench.benchmark.trial;

import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Response;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Sends RPCs when a schedule says so, whether or not earlier ones were answered, from the client's
 * own event loop, which is the thread that calls it. Allocates nothing per RPC.
 *
 * <p>Three times are kept of each: {@link Series#LATENCY} from the actual send, {@link
 * Series#RESPONSE} from the intended one, and {@link Series#SEND_LAG} between the two. A stall, of
 * the server or of this thread, so shows in the response times of all the RPCs that it delayed, not
 * only of the one that was in flight (Tene: How not to measure latency).
 *
 * <p>The loop sleeps until the next send is due; {@code spinBelowNanos} before it the thread spins
 * instead, because a sleep ends some 50 µs late. Where gaps are shorter than that it never sleeps,
 * and the client's CPU time is the clock's.
 */
final class OpenLoopDriver implements RpcClient.ResponseHandler {
  /** Sends that a run of the loop makes before it looks for responses again. */
  private static final int MAX_SENDS_AT_ONCE = 64;

  private static final int SLOT_BITS = 16;
  private static final int SLOTS = 1 << SLOT_BITS;

  /** See {@link ClosedLoopDriver}: four bytes as varint. */
  private static final int FIRST_COUNT = 1 << 21 - SLOT_BITS;

  private static final int END_COUNT = 1 << 28 - SLOT_BITS;

  /** What runs while nothing is due. */
  interface Loop {
    /**
     * Runs what is ready.
     *
     * @param waitNanos how long to wait for something; −1 not to wait
     */
    void run(long waitNanos);
  }

  private final Loop loop;
  private final RpcClient client;
  private final PayloadMix mix;
  private final LongSupplier clock;
  private final long timeoutNanos;
  private final long spinBelowNanos;
  private final ClosedLoopDriver.Loss loss;

  private final int[] inFlightIds = new int[SLOTS];
  private final byte[] kinds = new byte[SLOTS];
  private final long[] intendedNanos = new long[SLOTS];
  private final long[] sentNanos = new long[SLOTS];
  private final int[] freeSlots = new int[SLOTS];
  private int freeCount = SLOTS;
  private int nextCount = FIRST_COUNT;

  private final Histogram latencies = LatencyHistograms.create();
  private final Histogram responses = LatencyHistograms.create();
  private final Histogram sendLags = LatencyHistograms.create();

  private Arrivals arrivals;
  private long startNanos;
  private long nextNanos;
  private long nextScanNanos;
  private int credits;
  private long sent;
  private long completed;
  private long failed;
  private long payloadBytes;
  private Throwable failure;

  OpenLoopDriver(
      Loop loop,
      RpcClient client,
      PayloadMix mix,
      LongSupplier clock,
      long timeoutNanos,
      long spinBelowNanos,
      ClosedLoopDriver.Loss loss) {
    this.loop = loop;
    this.client = client;
    this.mix = mix;
    this.clock = clock;
    this.timeoutNanos = timeoutNanos;
    this.spinBelowNanos = spinBelowNanos;
    this.loss = loss;
    for (int slot = 0; slot < SLOTS; slot++) {
      freeSlots[slot] = SLOTS - 1 - slot;
    }
  }

  /** Starts a schedule, and counting, anew. Call with nothing in flight. */
  void begin(Arrivals schedule) {
    arrivals = schedule;
    latencies.reset();
    responses.reset();
    sendLags.reset();
    sent = 0;
    completed = 0;
    failed = 0;
    payloadBytes = 0;
    credits = 0;
    startNanos = clock.getAsLong();
    nextScanNanos = startNanos + timeoutNanos;
    nextNanos = startNanos + schedule.nextNanos();
  }

  /**
   * Goes on until one more RPC has ended than calls of this method have returned.
   *
   * @throws RpcFailedException when an RPC failed
   */
  void completeOne() {
    while (credits == 0) {
      long now = sendWhatIsDue();
      if (credits == 0) {
        waitUntil(nextNanos, now);
      }
    }
    credits--;
  }

  /** Waits for the RPCs in flight; sends no new one. */
  void drain() {
    while (freeCount < SLOTS) {
      waitUntil(nextScanNanos, clock.getAsLong());
    }
    credits = 0;
  }

  /** Returns the time that it saw last. */
  private long sendWhatIsDue() {
    long now = clock.getAsLong();
    if (now < nextNanos) {
      return now;
    }
    for (int i = 0; i < MAX_SENDS_AT_ONCE && nextNanos <= now; i++) {
      send(nextNanos, now);
      nextNanos = startNanos + arrivals.nextNanos();
      now = clock.getAsLong();
    }
    client.flush();
    throwFailure();
    return now;
  }

  private void send(long intended, long now) {
    if (freeCount == 0) {
      throw new RpcFailedException(
          "%d RPCs are in flight: the server does not keep up with the rate".formatted(SLOTS),
          null);
    }
    int slot = freeSlots[--freeCount];
    int id = nextCount << SLOT_BITS | slot;
    if (++nextCount == END_COUNT) {
      nextCount = FIRST_COUNT;
    }
    int kind = mix.next();
    inFlightIds[slot] = id;
    kinds[slot] = (byte) kind;
    intendedNanos[slot] = intended;
    sentNanos[slot] = now;
    sendLags.recordValue(Math.min(now - intended, LatencyHistograms.MAX_NANOS));
    sent++;
    client.call(id, mix.request(kind), this);
  }

  private void waitUntil(long dueNanos, long now) {
    long wait = dueNanos - now - spinBelowNanos;
    loop.run(wait > 0 ? wait : -1);
    throwFailure();
    if (now >= nextScanNanos) {
      failOverdue(now);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new RpcFailedException("interrupted with RPCs in flight", null);
    }
  }

  private void throwFailure() {
    if (failure != null) {
      throw failure instanceof RpcFailedException already
          ? already
          : new RpcFailedException(failure.toString(), failure);
    }
  }

  @Override
  public void onResponse(int requestId, Response response) {
    int slot = requestId & SLOTS - 1;
    if (inFlightIds[slot] != requestId) {
      fail("response to RPC " + Integer.toUnsignedString(requestId) + ", which is not in flight");
      return;
    }
    int kind = kinds[slot];
    String problem = mix.check(kind).problem(response);
    release(slot);
    if (problem != null) {
      fail(problem);
      return;
    }
    long now = clock.getAsLong();
    latencies.recordValue(Math.min(now - sentNanos[slot], LatencyHistograms.MAX_NANOS));
    responses.recordValue(Math.min(now - intendedNanos[slot], LatencyHistograms.MAX_NANOS));
    payloadBytes += 2L * mix.bytes(kind);
    completed++;
    credits++;
  }

  @Override
  public void onFailure(int requestId, Throwable cause) {
    int slot = requestId & SLOTS - 1;
    if (inFlightIds[slot] == requestId) {
      release(slot);
    }
    failed++;
    credits++;
    if ((loss != ClosedLoopDriver.Loss.COUNTS || !(cause instanceof TimeoutException))
        && failure == null) {
      failure = cause;
    }
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

  private void failOverdue(long now) {
    nextScanNanos = now + timeoutNanos / 16;
    for (int slot = 0; slot < SLOTS; slot++) {
      if (inFlightIds[slot] != 0 && now - sentNanos[slot] > timeoutNanos) {
        onFailure(
            inFlightIds[slot],
            new RpcFailedException(
                "no response within %.1f s".formatted(timeoutNanos / 1e9), null));
      }
    }
  }

  /** Since {@link #begin}. */
  long sent() {
    return sent;
  }

  /** How far the schedule is behind the clock: 0 when all that was due has been sent. */
  long behindNanos() {
    return Math.max(0, clock.getAsLong() - nextNanos);
  }

  long completed() {
    return completed;
  }

  long failed() {
    return failed;
  }

  /** Of the RPCs that were completed, both ways. */
  long payloadBytes() {
    return payloadBytes;
  }

  /** In ns; live, not copies. */
  Map<Series, Histogram> times() {
    return Map.of(Series.LATENCY, latencies, Series.RESPONSE, responses, Series.SEND_LAG, sendLags);
  }
}
