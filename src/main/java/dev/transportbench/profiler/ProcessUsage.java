package dev.transportbench.profiler;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * What this process has used so far, by whose threads they were: CPU time and heap allocated. Two
 * of them, taken at the ends of a window by the same thread, give what the window cost.
 *
 * <p>Reading {@code /proc} costs CPU, time and garbage itself. So that a window does not contain
 * what the reader spent on it, the reader's own clock and allocation are read last at the window's
 * start and first at its end. So that the parts add up, the process's clock is read before and
 * after the other threads', and the middle of what they used by then is taken; a reading in which
 * they went far meanwhile, as where the reader lost its core to another process, is repeated.
 */
public final class ProcessUsage {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Path TASKS = Path.of("/proc/self/task");

  /** Elsewhere than on Linux nothing tells what each thread has used. */
  private static final boolean HAS_TASKS = Files.isDirectory(TASKS);

  /** How far the other threads may go while they are read, if that can be had. */
  private static final long TIGHT_NANOS = 300_000;

  private static final int MAX_READINGS = 6;

  /** Null before JDK 21. */
  private static final MethodHandle TOTAL_ALLOCATED = totalAllocated();

  private long wallNanos;
  private long processCpuNanos;
  private long ownCpuNanos;
  private long ownAllocatedBytes;
  private final int ownTid = HAS_TASKS ? CpuClock.threadId() : 0;
  private Map<Integer, Task> otherTasks = Map.of();
  private final Map<Long, Allocation> otherAllocations = new HashMap<>();

  /** By threads that have ended, too; without meaning where the JVM does not count those. */
  private long othersAllocatedBytes;

  private ProcessUsage() {}

  private record Task(ThreadKind kind, long cpuNanos) {}

  private record Allocation(ThreadKind kind, long bytes) {}

  /** Reads at a window's start. */
  public static ProcessUsage atStart() {
    ProcessUsage usage = new ProcessUsage();
    long othersNanos = usage.readOthers();
    usage.readOwn();
    usage.processCpuNanos = othersNanos + usage.ownCpuNanos;
    return usage;
  }

  /** Reads at a window's end. */
  public static ProcessUsage atEnd() {
    ProcessUsage usage = new ProcessUsage();
    usage.readOwn();
    usage.processCpuNanos = usage.readOthers() + usage.ownCpuNanos;
    return usage;
  }

  /** Whether this system tells of a process's threads: Linux does. */
  public static boolean hasTasks() {
    return HAS_TASKS;
  }

  /** Heap that the calling thread has allocated. */
  public static long ownAllocatedBytes() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private void readOwn() {
    ownAllocatedBytes = ownAllocatedBytes();
    ownCpuNanos = HAS_TASKS ? CpuClock.threadNanos() : 0;
    wallNanos = System.nanoTime();
  }

  /** Returns the CPU time of the other threads together, at the moment of the reading. */
  private long readOthers() {
    readAllocations();
    if (!HAS_TASKS) {
      return 0;
    }
    long tightest = Long.MAX_VALUE;
    long usedNanos = 0;
    for (int i = 0; i < MAX_READINGS && tightest > TIGHT_NANOS; i++) {
      long before = CpuClock.processNanos() - CpuClock.threadNanos();
      Map<Integer, Task> tasks = readTasks();
      long went = CpuClock.processNanos() - CpuClock.threadNanos() - before;
      if (went < tightest) {
        tightest = went;
        otherTasks = tasks;
        usedNanos = before + went / 2;
      }
    }
    return usedNanos;
  }

  private static MethodHandle totalAllocated() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              ThreadMXBean.class, "getTotalThreadAllocatedBytes", MethodType.methodType(long.class))
          .bindTo(THREADS);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /** Whether {@code alloc.process} holds what threads allocated that have ended: from JDK 21 on. */
  public static boolean countsEndedThreads() {
    return TOTAL_ALLOCATED != null;
  }

  private static long totalAllocatedBytes() {
    try {
      return (long) TOTAL_ALLOCATED.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException("cannot read the heap allocated by all threads: " + e, e);
    }
  }

  private void readAllocations() {
    if (countsEndedThreads()) {
      othersAllocatedBytes = totalAllocatedBytes() - ownAllocatedBytes();
    }
    long ownId = Thread.currentThread().getId();
    long[] ids = THREADS.getAllThreadIds();
    long[] allocated = THREADS.getThreadAllocatedBytes(ids);
    java.lang.management.ThreadInfo[] infos = THREADS.getThreadInfo(ids);
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != ownId && infos[i] != null && allocated[i] >= 0) {
        otherAllocations.put(
            ids[i], new Allocation(ThreadKind.of(infos[i].getThreadName()), allocated[i]));
      }
    }
  }

  private Map<Integer, Task> readTasks() {
    Map<Integer, Task> read = new HashMap<>();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        int tid = Integer.parseInt(task.getFileName().toString());
        if (tid != ownTid) {
          readTask(task, tid, read);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + TASKS + ": " + e.getMessage(), e);
    }
    return read;
  }

  private static void readTask(Path task, int tid, Map<Integer, Task> read) throws IOException {
    try {
      String schedstat = text(task.resolve("schedstat"));
      String name = text(task.resolve("comm")).strip();
      long cpuNanos = Long.parseLong(schedstat.substring(0, schedstat.indexOf(' ')));
      read.put(tid, new Task(ThreadKind.of(name), cpuNanos));
    } catch (NoSuchFileException e) {
      // Ended between the listing and the reading.
      return;
    }
  }

  private static String text(Path path) throws IOException {
    return new String(Files.readAllBytes(path), StandardCharsets.US_ASCII);
  }

  /**
   * What was used since {@code start}, which the same thread took.
   *
   * @param own the kind that the reading thread is
   */
  Window since(ProcessUsage start, ThreadKind own) {
    Map<ThreadKind, Long> cpuNanos = new EnumMap<>(ThreadKind.class);
    Map<ThreadKind, Long> allocatedBytes = new EnumMap<>(ThreadKind.class);
    for (ThreadKind kind : ThreadKind.values()) {
      cpuNanos.put(kind, 0L);
      allocatedBytes.put(kind, 0L);
    }
    cpuNanos.put(own, ownCpuNanos - start.ownCpuNanos);
    allocatedBytes.put(own, ownAllocatedBytes - start.ownAllocatedBytes);
    otherTasks.forEach(
        (tid, task) -> {
          Task before = start.otherTasks.get(tid);
          long used = task.cpuNanos - (before == null ? 0 : before.cpuNanos);
          cpuNanos.merge(task.kind, used, Long::sum);
        });
    otherAllocations.forEach(
        (id, allocation) -> {
          Allocation before = start.otherAllocations.get(id);
          long used = allocation.bytes - (before == null ? 0 : before.bytes);
          allocatedBytes.merge(allocation.kind, used, Long::sum);
        });
    long processAllocatedBytes =
        countsEndedThreads()
            ? othersAllocatedBytes
                - start.othersAllocatedBytes
                + ownAllocatedBytes
                - start.ownAllocatedBytes
            : allocatedBytes.values().stream().mapToLong(Long::longValue).sum();
    return new Window(
        wallNanos - start.wallNanos,
        processCpuNanos - start.processCpuNanos,
        HAS_TASKS ? cpuNanos : Map.of(),
        allocatedBytes,
        processAllocatedBytes);
  }

  /** As {@link #since(ProcessUsage, ThreadKind)}, read by the client's thread. */
  public Window sinceByClient(ProcessUsage start) {
    return since(start, ThreadKind.CLIENT);
  }

  /**
   * What a window cost.
   *
   * @param cpuNanosByKind empty where CPU time can't be told, and {@code processCpuNanos} means
   *     nothing
   * @param allocatedBytesByKind heap, of the threads that live still
   * @param allocatedBytes heap, of all threads; from JDK 21 on of those that have ended, too
   */
  public record Window(
      long wallNanos,
      long processCpuNanos,
      Map<ThreadKind, Long> cpuNanosByKind,
      Map<ThreadKind, Long> allocatedBytesByKind,
      long allocatedBytes) {}
}
