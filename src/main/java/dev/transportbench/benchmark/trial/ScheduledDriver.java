package dev.transportbench.benchmark.trial;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Sends when a schedule says so, whether or not what was sent before was answered, from the
 * client's own event loop, which is the thread that calls it.
 *
 * <p>The loop sleeps until the next send is due, which ends some 50 µs late. {@link
 * Waiting#SPINNING} looks at the clock and the sockets instead, all the time: the thread then uses
 * a whole core, and {@link FigureName#CPU_CLIENT_SPIN} says how much of it was spent so.
 */
abstract class ScheduledDriver implements Driver {
  /** Sends that a run of the loop makes before it looks for responses again. */
  private static final int MAX_SENDS_AT_ONCE = 64;

  /** No wait is longer than this part of the timeout, so that an interrupted thread notices. */
  private static final int WAITS_PER_TIMEOUT = 16;

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
  private final LongSupplier clock;
  private final long timeoutNanos;
  private final Waiting waiting;
  private final OpenLoopWindow window;

  private boolean running;
  private int credits;
  private long completed;
  private long failed;
  private long wakeups;
  private long payloadBytes;
  private Throwable failure;

  /**
   * @param timeoutNanos what is not answered within has failed
   */
  ScheduledDriver(Loop loop, Clocks clocks, long timeoutNanos, Waiting waiting) {
    this.loop = loop;
    this.clock = clocks.nanos();
    this.timeoutNanos = timeoutNanos;
    this.waiting = waiting;
    window = new OpenLoopWindow(clocks.threadCpuNanos());
  }

  /** Starts a schedule anew. */
  abstract void startSchedule(long now);

  /** When the next send is due; of the schedule that was started last. */
  abstract long nextNanos();

  /** Goes on to the one after, without sending. */
  abstract void skipNext();

  /** Sends what is due next, and goes on to the one after; it may leave at {@link #flush}. */
  abstract void sendNext(long now);

  abstract void flush();

  /** How many answers are waited for. */
  abstract int inFlight();

  /** Fails what has been in flight for longer than the timeout. */
  abstract void failOverdue(long now, long timeoutNanos);

  @Override
  public void completeOne() {
    if (!running) {
      running = true;
      long now = clock.getAsLong();
      startSchedule(now);
      window.begin(now);
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
    if (running) {
      long now = clock.getAsLong();
      long unsent = 0;
      while (nextNanos() <= now) {
        unsent++;
        skipNext();
      }
      window.end(now, unsent);
      running = false;
    }
    awaitFewerInFlight(1);
    credits = 0;
  }

  /** Waits until less than so many answers are waited for. */
  final void awaitFewerInFlight(int limit) {
    while (inFlight() >= limit) {
      run(timeoutNanos / WAITS_PER_TIMEOUT);
      failOverdue(clock.getAsLong(), timeoutNanos);
      throwFailure();
    }
  }

  /** Returns the time that it saw last. */
  private long sendWhatIsDue() {
    long now = clock.getAsLong();
    if (now < nextNanos()) {
      return now;
    }
    for (int i = 0; i < MAX_SENDS_AT_ONCE && nextNanos() <= now; i++) {
      window.sent();
      sendNext(now);
      now = clock.getAsLong();
    }
    flush();
    throwFailure();
    return now;
  }

  private void waitUntilDue(long now) {
    if (waiting == Waiting.SLEEPING) {
      run(Math.min(nextNanos() - now, timeoutNanos / WAITS_PER_TIMEOUT));
    } else if (!run(-1)) {
      window.spun(clock.getAsLong() - now);
    }
    failOverdue(now, timeoutNanos);
    throwFailure();
  }

  /** Whether an answer came. */
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

  final long now() {
    return clock.getAsLong();
  }

  /** Payload went out whose completions do not count it. */
  final void carried(long bytes) {
    payloadBytes += bytes;
  }

  /** One more was answered and verified. */
  final void verified(long bothWaysPayloadBytes) {
    payloadBytes += bothWaysPayloadBytes;
    completed++;
    credits++;
  }

  /** One that may get lost was. */
  final void lost() {
    failed++;
  }

  /** One failed that must not: the next wait throws. */
  final void fail(Throwable cause) {
    failed++;
    if (failure == null) {
      failure = cause;
    }
  }

  final void fail(String problem) {
    fail(new RpcFailedException(problem, null));
  }

  @Override
  public void abort(String why) {
    failure = new RpcFailedException(why, null);
  }

  @Override
  public void resetCounts() {
    completed = 0;
    failed = 0;
    wakeups = 0;
    payloadBytes = 0;
    window.reset();
  }

  @Override
  public final long completed() {
    return completed;
  }

  @Override
  public final long failed() {
    return failed;
  }

  @Override
  public final long wakeups() {
    return wakeups;
  }

  @Override
  public final long payloadBytes() {
    return payloadBytes;
  }

  @Override
  public Map<FigureName, Reading> readings() {
    return window.readings();
  }

  @Override
  public final void discardWindow() {
    window.discard();
  }

  @Override
  public final List<String> violations() {
    return List.copyOf(window.violations());
  }

  @Override
  public void close() {}
}
