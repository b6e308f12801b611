package dev.transportbench.profiler;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * The kernel's CPU clocks, in ns. (The JDK's own process CPU time counts in ticks of 10 ms.)
 * Source: clock_gettime(2).
 */
final class CpuClock {
  private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
  private static final int CLOCK_THREAD_CPUTIME_ID = 3;
  private static final Memory TIMESPEC = new Memory(16);

  static {
    Native.register(CpuClock.class, "c");
  }

  private CpuClock() {}

  private static native int clock_gettime(int clock, Pointer timespec);

  private static native int gettid();

  static synchronized long processNanos() {
    return read(CLOCK_PROCESS_CPUTIME_ID);
  }

  /** Of the calling thread. */
  static synchronized long threadNanos() {
    return read(CLOCK_THREAD_CPUTIME_ID);
  }

  /** The kernel's id of the calling thread. */
  static int threadId() {
    return gettid();
  }

  private static long read(int clock) {
    if (clock_gettime(clock, TIMESPEC) != 0) {
      throw new IllegalStateException("clock_gettime(" + clock + ") failed");
    }
    return TIMESPEC.getLong(0) * 1_000_000_000L + TIMESPEC.getLong(8);
  }
}
