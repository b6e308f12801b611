package dev.transportbench.link.linux;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/** How the kernel schedules the calling thread. */
public final class Scheduling {
  private static final int SCHED_FIFO = 1;
  private static final int PR_SET_TIMERSLACK = 29;
  private static final int TIMER_ABSTIME = 1;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private Scheduling() {}

  /** Timers that run out when they are due, not up to 50 µs later. */
  public static void exactTimers() {
    LibC.prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  }

  /** Puts the calling thread before every ordinary one; false if the kernel does not grant it. */
  public static boolean realTime(int priority) {
    try (Memory param = new Memory(4)) {
      param.setInt(0, priority);
      return LibC.sched_setscheduler(0, SCHED_FIFO, Pointer.nativeValue(param)) == 0;
    }
  }

  /** Whether {@link #realTime} would be granted. */
  public static boolean mayBeRealTime() {
    boolean[] granted = new boolean[1];
    Thread thread = new Thread(() -> granted[0] = realTime(1), "priority");
    thread.start();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return granted[0];
  }

  /**
   * Sleeps until a moment of {@link System#nanoTime}.
   *
   * @param timespec 16 bytes
   */
  public static void sleepUntil(long nanos, Memory timespec) {
    timespec.setLong(0, nanos / NANOS_PER_SECOND);
    timespec.setLong(8, nanos % NANOS_PER_SECOND);
    // An error is a signal: the caller looks at the clock anyway.
    LibC.clock_nanosleep(LibC.CLOCK_MONOTONIC, TIMER_ABSTIME, Pointer.nativeValue(timespec), 0);
  }
}
