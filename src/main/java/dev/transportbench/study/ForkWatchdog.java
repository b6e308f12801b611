package dev.transportbench.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Ends a fork that takes far longer than it should, and keeps what its threads were doing. */
final class ForkWatchdog implements AutoCloseable {
  private static final long DUMP_SECONDS = 10;

  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile String hung;

  private ForkWatchdog() {}

  /**
   * @param patience wall-clock time until the fork is ended
   * @param threads file for its thread dump
   */
  static ForkWatchdog start(Duration patience, Path threads) {
    ForkWatchdog watchdog = new ForkWatchdog();
    Thread thread = new Thread(() -> watchdog.watch(patience, threads), "fork-watchdog");
    thread.setDaemon(true);
    thread.start();
    return watchdog;
  }

  private void watch(Duration patience, Path threads) {
    try {
      if (ended.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      boolean dumped = false;
      for (ProcessHandle fork : forks()) {
        dumped |= dump(fork, threads);
      }
      hung =
          "hung: no end after %d s%s"
              .formatted(
                  patience.toSeconds(),
                  dumped ? "; its threads are in logs/" + threads.getFileName() : "");
      killForks();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Why the fork was ended; empty when it was not. */
  Optional<String> hung() {
    return Optional.ofNullable(hung);
  }

  /** Ends every JVM that this process started, and what those started. */
  static void killForks() {
    for (ProcessHandle fork : forks()) {
      List<ProcessHandle> offspring = fork.descendants().toList();
      fork.destroyForcibly();
      offspring.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** JVMs that this process started: it starts no others than JMH's forks. */
  private static List<ProcessHandle> forks() {
    try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
      return children.filter(child -> child.info().command().orElse("").endsWith("/java")).toList();
    }
  }

  private static boolean dump(ProcessHandle fork, Path threads) throws InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Process process =
          new ProcessBuilder(jcmd.toString(), Long.toString(fork.pid()), "Thread.print", "-l")
              .redirectErrorStream(true)
              .redirectOutput(threads.toFile())
              .start();
      if (!process.waitFor(DUMP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException e) {
      // A JRE has no jcmd.
      return false;
    }
  }

  @Override
  public void close() {
    ended.countDown();
  }
}
