package dev.transportbench.benchmark.trial;

/** An RPC of a reliable transport failed: the cell has no figures. */
public final class RpcFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RpcFailedException(String message, Throwable cause) {
    super("RPC failed: " + message, cause);
  }
}
