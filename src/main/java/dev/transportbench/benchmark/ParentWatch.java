package dev.transportbench.benchmark;

/**
 * Ends this process when its parent has ended, however that ended: a killed run leaves no fork
 * behind that goes on using the cores.
 */
public final class ParentWatch {
  private static final long POLL_MILLIS = 250;
  private static final int EXIT_STATUS = 143;

  private ParentWatch() {}

  /** Watches the process that is the parent now. */
  public static void start() {
    long parent = parentPid();
    Thread watch =
        new Thread(
            () -> {
              while (parentPid() == parent) {
                try {
                  Thread.sleep(POLL_MILLIS);
                } catch (InterruptedException e) {
                  return;
                }
              }
              // Not exit(): hooks may wait for the very parent that is gone.
              Runtime.getRuntime().halt(EXIT_STATUS);
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private static long parentPid() {
    return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
  }
}
