package dev.transportbench.profiler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * What the kernel counted for this process's threads so far: context switches and ticks in user and
 * kernel mode. Two of them around a window give what it took; reading them costs more than a window
 * should hold, so they are read outside it. Source: proc(5), {@code task/TID/status} and {@code
 * stat}.
 *
 * <p>A thread that ended takes its counts with it; the loops of both sides live as long as a trial.
 */
public final class TaskCounters {
  private static final Path TASKS = Path.of("/proc/self/task");

  // After the name, which may hold blanks and ends with a parenthesis; state is the first.
  private static final int USER_TICKS = 11;
  private static final int KERNEL_TICKS = 12;

  private final Map<Integer, Task> tasks = new HashMap<>();

  private TaskCounters() {}

  private record Task(ThreadKind kind, Counts counts) {}

  /**
   * @param userTicks of 10 ms (USER_HZ); the kernel shares out a thread's exact CPU time by how
   *     often its own tick found the thread in either mode
   */
  public record Counts(long voluntary, long involuntary, long userTicks, long kernelTicks) {
    private static final Counts NONE = new Counts(0, 0, 0, 0);

    private Counts plus(Counts other) {
      return new Counts(
          voluntary + other.voluntary,
          involuntary + other.involuntary,
          userTicks + other.userTicks,
          kernelTicks + other.kernelTicks);
    }

    private Counts minus(Counts other) {
      return new Counts(
          voluntary - other.voluntary,
          involuntary - other.involuntary,
          userTicks - other.userTicks,
          kernelTicks - other.kernelTicks);
    }

    public long ticks() {
      return userTicks + kernelTicks;
    }

    /** 0 to 1. */
    public double kernelShare() {
      return (double) kernelTicks / ticks();
    }

    /**
     * Half of the share's 95 % interval, each tick taken as one draw: too wide rather than too
     * narrow where the kernel's own tick is finer. Agresti and Coull's.
     */
    public double kernelShareError() {
      double n = ticks() + 4.0;
      double p = (kernelTicks + 2) / n;
      return 1.96 * Math.sqrt(p * (1 - p) / n);
    }
  }

  /**
   * Reads now.
   *
   * @param own the kind that the calling thread is, whatever its name
   */
  public static TaskCounters read(ThreadKind own) {
    TaskCounters counters = new TaskCounters();
    int ownTid = CpuClock.threadId();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        int tid = Integer.parseInt(task.getFileName().toString());
        counters.read(task, tid, tid == ownTid ? own : null);
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + TASKS + ": " + e.getMessage(), e);
    }
    return counters;
  }

  private void read(Path task, int tid, ThreadKind known) throws IOException {
    try {
      String stat = text(task.resolve("stat"));
      int nameEnd = stat.lastIndexOf(')');
      ThreadKind kind =
          known != null ? known : ThreadKind.of(stat.substring(stat.indexOf('(') + 1, nameEnd));
      if (kind != ThreadKind.CLIENT && kind != ThreadKind.SERVER) {
        return;
      }
      String[] fields = stat.substring(nameEnd + 2).split(" ");
      String status = text(task.resolve("status"));
      tasks.put(
          tid,
          new Task(
              kind,
              new Counts(
                  field(status, "voluntary_ctxt_switches"),
                  field(status, "nonvoluntary_ctxt_switches"),
                  Long.parseLong(fields[USER_TICKS]),
                  Long.parseLong(fields[KERNEL_TICKS]))));
    } catch (NoSuchFileException e) {
      // Ended between the listing and the reading.
      return;
    }
  }

  private static String text(Path path) throws IOException {
    return new String(Files.readAllBytes(path), StandardCharsets.US_ASCII);
  }

  static long field(String status, String name) {
    int start = status.indexOf("\n" + name + ":") + name.length() + 2;
    int end = status.indexOf('\n', start);
    return Long.parseLong(status.substring(start, end).replaceAll("\\D", ""));
  }

  /** The kernel's ids of both sides' threads. */
  Map<Integer, ThreadKind> kinds() {
    Map<Integer, ThreadKind> kinds = new HashMap<>();
    tasks.forEach((tid, task) -> kinds.put(tid, task.kind));
    return kinds;
  }

  /** What each side took since {@code start}. */
  public Map<ThreadKind, Counts> since(TaskCounters start) {
    Map<ThreadKind, Counts> sides = new EnumMap<>(ThreadKind.class);
    sides.put(ThreadKind.CLIENT, Counts.NONE);
    sides.put(ThreadKind.SERVER, Counts.NONE);
    tasks.forEach(
        (tid, task) -> {
          Task before = start.tasks.get(tid);
          Counts used = before == null ? task.counts : task.counts.minus(before.counts);
          sides.merge(task.kind, used, Counts::plus);
        });
    return sides;
  }
}
