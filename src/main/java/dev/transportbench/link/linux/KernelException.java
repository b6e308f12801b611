package dev.transportbench.link.linux;

/** The kernel refused a call. */
public final class KernelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int errno;

  KernelException(String what, int errno, String meaning) {
    super(what + ": " + meaning + " (errno " + errno + ")");
    this.errno = errno;
  }

  /** The kernel's number for the reason; see {@link Errno}. */
  public int errno() {
    return errno;
  }
}
