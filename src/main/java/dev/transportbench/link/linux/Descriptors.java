package dev.transportbench.link.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** How many file descriptors this process may have. Source: prlimit(2). */
public final class Descriptors {
  private static final int RLIMIT_NOFILE = 7;
  private static final int LIMITS_BYTES = 16;

  static {
    Native.register(Descriptors.class, "c");
  }

  private Descriptors() {}

  private static native int prlimit(int process, int resource, Pointer wanted, Pointer found);

  /**
   * Raises the limit to what is asked for, if it is lower and may be: up to the hard limit anybody
   * may, beyond it who has CAP_SYS_RESOURCE. Forks inherit it.
   *
   * @return the limit from now on
   */
  public static long raise(long wanted) {
    Memory limits = new Memory(LIMITS_BYTES);
    if (prlimit(0, RLIMIT_NOFILE, null, limits) != 0) {
      throw new IllegalStateException("prlimit(RLIMIT_NOFILE) failed");
    }
    long soft = limits.getLong(0);
    long hard = limits.getLong(8);
    if (isAtLeast(soft, wanted)) {
      return soft;
    }
    limits.setLong(0, wanted);
    limits.setLong(8, isAtLeast(hard, wanted) ? hard : wanted);
    if (prlimit(0, RLIMIT_NOFILE, limits, null) == 0) {
      return wanted;
    }
    return soft;
  }

  /** The kernel's "no limit" is the largest unsigned number. */
  private static boolean isAtLeast(long limit, long wanted) {
    return Long.compareUnsigned(limit, wanted) >= 0;
  }
}
