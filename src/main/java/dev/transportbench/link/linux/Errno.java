package dev.transportbench.link.linux;

import com.sun.jna.Native;

/** Why a call into the C library failed. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int ENODEV = 19;
  public static final int EINVAL = 22;
  public static final int ENOSPC = 28;
  public static final int ENOBUFS = 105;
  public static final int EOPNOTSUPP = 95;

  private Errno() {}

  /** The calling thread's number from its latest failed call. */
  public static int last() {
    return Native.getLastError();
  }

  /** The result of a call, unless it is −1. */
  public static int check(int result, String what) {
    if (result == -1) {
      throw failed(what);
    }
    return result;
  }

  /** The result of a call, unless it is −1. */
  public static long check(long result, String what) {
    if (result == -1) {
      throw failed(what);
    }
    return result;
  }

  /** The calling thread's latest failure, as an exception. */
  public static KernelException failed(String what) {
    return of(what, last());
  }

  static KernelException of(String what, int errno) {
    return new KernelException(what, errno, LibC.strerror(errno));
  }
}
