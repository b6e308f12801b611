package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.forensics.RpcTimes;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
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
 * <p>The loop sleeps until the next send is due, which ends some 50 µs late. {@link
 * Waiting#SPINNING} looks at the clock and the sockets instead, all the time: the thread then uses
 * a whole core, and {@link FigureName#CPU_CLIENT_SPIN} says how much of it was spent so.
 *
 * <p>Ids ascend by one, so that a {@link SpreadClient} gives each of its connections a turn.
 */
final class OpenLoopDriver implements RpcClient.ResponseHandler, Driver {
  /** A generator that sends less than this share of what was due did not hold the rate. */
  static final double LEAST_SHARE_SENT = 0.99;

  /** A thread that works for more of the time than this has no reserve left. */
  static final double MOST_BUSY = 0.95;

  /** Sends that a run of the loop makes before it looks for responses again. */
  private static final int MAX_SENDS_AT_ONCE = 64;

  private static final int ROLL_CALL_AT_ONCE = 64;
  private static final int SLOTS = 1 << 18;

  /** See {@link ClosedLoopDriver}: four bytes as varint. A multiple of the slots, as the end is. */
  private static final int FIRST_ID = 1 << 21;

  private static final int END_ID = 1 << 28;

  /** What passes the time until a send is due. */
  enum Waiting {
    SLEEPING,
    SPINNING
  }

  /** What runs while nothing is due. */
  interface Loop {
    /**
     * Runs what is ready.
     *
     * @param waitNanos how long to wait for something; −1 not to wait
     */
    void run(long waitNanos);
  }

  /**
   * What time it is for whom.
   *
   * @param nanos as {@link System#nanoTime}
   * @param threadCpuNanos what the calling thread has used of a core
   */
  record Clocks(LongSupplier nanos, LongSupplier threadCpuNanos) {}

  private final Loop loop;
  private final RpcClient client;
  private final int connections;
  private final PayloadMix mix;
  private final Supplier<Arrivals> schedules;
  private final LongSupplier clock;
  private final long timeoutNanos;
  private final Waiting waiting;
  private final ClosedLoopDriver.Loss loss;
  private final OpenLoopWindow window;

  private final int[] inFlightIds = new int[SLOTS];
  private final byte[] kinds = new byte[SLOTS];
  private final long[] intendedNanos = new long[SLOTS];
  private final long[] sentNanos = new long[SLOTS];

  /** Of the next RPC, and of the oldest that may still be in flight. */
  private int nextId = FIRST_ID;

  private int oldestId = FIRST_ID;
  private int inFlight;

  private final Histogram latencies = LatencyHistograms.create();
  private final Histogram responses = LatencyHistograms.create();
  private final Histogram sendLags = LatencyHistograms.create();

  /** Null while nothing is to be sent. */
  private Arrivals arrivals;

  private long startNanos;
  private long nextNanos;
  private int credits;
  private long completed;
  private long failed;
  private long wakeups;
  private long payloadBytes;
  private Throwable failure;

  /** Null: nobody wants them. */
  private RpcTimes recorded;

  /**
   * @param connections how many clients {@code client} spreads the RPCs over
   * @param schedules a new one for each window
   */
  OpenLoopDriver(
      Loop loop,
      RpcClient client,
      int connections,
      PayloadMix mix,
      Supplier<Arrivals> schedules,
      Clocks clocks,
      long timeoutNanos,
      Waiting waiting,
      ClosedLoopDriver.Loss loss) {
    this.loop = loop;
    this.client = client;
    this.connections = connections;
    this.mix = mix;
    this.schedules = schedules;
    this.clock = clocks.nanos();
    this.timeoutNanos = timeoutNanos;
    this.waiting = waiting;
    this.loss = loss;
    window = new OpenLoopWindow(clocks.threadCpuNanos());
  }

  /** One RPC on each connection, so that all live and none is new when it is measured. */
  @Override
  public void settle() {
    for (int i = 0; i < connections; i++) {
      long now = clock.getAsLong();
      send(now, now);
      client.flush();
      while (inFlight >= ROLL_CALL_AT_ONCE) {
        waitForResponses();
      }
    }
    drain();
  }

  @Override
  public void resetCounts() {
    latencies.reset();
    responses.reset();
    sendLags.reset();
    completed = 0;
    failed = 0;
    wakeups = 0;
    payloadBytes = 0;
    window.reset();
  }

  @Override
  public void completeOne() {
    if (arrivals == null) {
      arrivals = schedules.get();
      startNanos = clock.getAsLong();
      nextNanos = startNanos + arrivals.nextNanos();
      window.begin(startNanos);
    }
    while (credits == 0) {
      long now = sendWhatIsDue();
      if (credits == 0) {
        waitUntilDue(now);
      }
    }
    credits--;
  }

  @Override
  public void drain() {
    if (arrivals != null) {
      long now = clock.getAsLong();
      long unsent = 0;
      while (nextNanos <= now) {
        unsent++;
        nextNanos = startNanos + arrivals.nextNanos();
      }
      window.end(now, unsent);
      arrivals = null;
    }
    while (inFlight > 0) {
      waitForResponses();
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
      sendLags.recordValue(Math.min(now - nextNanos, LatencyHistograms.MAX_NANOS));
      window.sent();
      send(nextNanos, now);
      nextNanos = startNanos + arrivals.nextNanos();
      now = clock.getAsLong();
    }
    client.flush();
    throwFailure();
    return now;
  }

  private void send(long intended, long now) {
    int slot = nextId & SLOTS - 1;
    if (inFlightIds[slot] != 0) {
      throw new RpcFailedException(
          "%d RPCs were sent since one that is still not answered: the server does not keep up with"
                  .formatted(SLOTS)
              + " the rate",
          null);
    }
    int id = nextId;
    nextId = following(id);
    int kind = mix.next();
    inFlightIds[slot] = id;
    kinds[slot] = (byte) kind;
    intendedNanos[slot] = intended;
    sentNanos[slot] = now;
    inFlight++;
    client.call(id, mix.request(kind), this);
  }

  private static int following(int id) {
    return id + 1 == END_ID ? FIRST_ID : id + 1;
  }

  private void waitUntilDue(long now) {
    if (waiting == Waiting.SLEEPING) {
      // Nothing is waited for longer than this, so that an interrupted thread notices.
      run(Math.min(nextNanos - now, timeoutNanos / 16));
    } else if (!run(-1)) {
      window.spun(clock.getAsLong() - now);
    }
    failOverdue(now);
  }

  private void waitForResponses() {
    run(timeoutNanos / 16);
    failOverdue(clock.getAsLong());
  }

  /** Whether a response came. */
  private boolean run(long waitNanos) {
    long before = completed;
    loop.run(waitNanos > 0 ? waitNanos : -1);
    throwFailure();
    if (Thread.currentThread().isInterrupted()) {
      throw new RpcFailedException("interrupted with RPCs in flight", null);
    }
    if (completed == before) {
      return false;
    }
    wakeups++;
    return true;
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
    if (recorded != null) {
      recorded.add(sentNanos[slot], now);
    }
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
    if ((loss != ClosedLoopDriver.Loss.COUNTS || !(cause instanceof TimeoutException))
        && failure == null) {
      failure = cause;
    }
  }

  @Override
  public boolean record(RpcTimes times) {
    recorded = times;
    return true;
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
    inFlight--;
  }

  /** RPCs leave in the order of their ids: only the oldest in flight can be overdue first. */
  private void failOverdue(long now) {
    while (oldestId != nextId) {
      int slot = oldestId & SLOTS - 1;
      if (inFlightIds[slot] == oldestId) {
        if (now - sentNanos[slot] <= timeoutNanos) {
          return;
        }
        onFailure(
            oldestId,
            new RpcFailedException(
                "no response within %.1f s".formatted(timeoutNanos / 1e9), null));
        throwFailure();
      }
      oldestId = following(oldestId);
    }
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
    return payloadBytes;
  }

  @Override
  public Map<Series, Histogram> times() {
    return Map.of(Series.LATENCY, latencies, Series.RESPONSE, responses, Series.SEND_LAG, sendLags);
  }

  @Override
  public Map<FigureName, Reading> readings() {
    return window.readings();
  }

  @Override
  public void discardWindow() {
    window.discard();
  }

  @Override
  public List<String> violations() {
    return new ArrayList<>(window.violations());
  }

  @Override
  public void close() {}
}
