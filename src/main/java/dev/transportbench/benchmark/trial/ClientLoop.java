package dev.transportbench.benchmark.trial;

import io.netty.channel.ManualIoEventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Waits on the client's own loop, which stands still unless it is run. Nothing waits for ever. */
final class ClientLoop {
  private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ManualIoEventLoop loop;

  ClientLoop(ManualIoEventLoop loop) {
    this.loop = loop;
  }

  /**
   * Runs the loop once; returns when something happened, or after a second.
   *
   * @param startNanos when what is waited for began
   * @throws RpcFailedException when that is too long ago, or the thread is interrupted
   */
  void runOnce(long startNanos, String what) {
    long left = startNanos + ClosedLoopDriver.TIMEOUT_NANOS - System.nanoTime();
    if (left <= 0) {
      throw new RpcFailedException(
          "%s: nothing within %d s"
              .formatted(what, TimeUnit.NANOSECONDS.toSeconds(ClosedLoopDriver.TIMEOUT_NANOS)),
          null);
    }
    loop.run(Math.min(left, MOST_WAIT_NANOS));
    if (Thread.currentThread().isInterrupted()) {
      throw new RpcFailedException(what + ": interrupted", null);
    }
  }

  /**
   * Until it is done.
   *
   * @throws RpcFailedException when it fails
   */
  <T> T await(Future<T> future, String what) {
    long start = System.nanoTime();
    while (!future.isDone()) {
      runOnce(start, what);
    }
    if (!future.isSuccess()) {
      throw new RpcFailedException(what + " failed: " + future.cause(), future.cause());
    }
    return future.getNow();
  }

  void runFor(long nanos) {
    long deadline = System.nanoTime() + nanos;
    long left;
    while ((left = deadline - System.nanoTime()) > 0) {
      loop.run(left);
    }
  }
}
