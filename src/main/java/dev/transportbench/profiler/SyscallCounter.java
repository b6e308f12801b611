package dev.transportbench.profiler;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the system calls of each side's threads, by the kernel's tracepoint {@code
 * raw_syscalls:sys_enter}. While one is open, every system call on the machine takes a slower way:
 * never in a window that is timed.
 *
 * <p>The tracepoint's number is read from tracefs where that is mounted, else from a tracefs of its
 * own that is mounted nowhere (fsmount(2)); the counters are perf_event_open(2)'s, one a thread.
 */
public final class SyscallCounter implements AutoCloseable {
  private static final String ID = "events/raw_syscalls/sys_enter/id";
  private static final Path MOUNTED = Path.of("/sys/kernel/tracing", ID);

  private static final long FSOPEN = 430;
  private static final long FSCONFIG = 431;
  private static final long FSMOUNT = 432;
  private static final long CLOEXEC = 1;
  private static final long CREATE = 6;

  private static final int PERF_TYPE_TRACEPOINT = 2;
  private static final int PERF_FLAG_FD_CLOEXEC = 8;
  // The first published size: perf_event_open(2).
  private static final int ATTRIBUTES_BYTES = 64;
  private static final int ANY_CORE = -1;
  private static final int NO_GROUP = -1;

  static {
    Native.register(SyscallCounter.class, "c");
  }

  private final Map<Integer, ThreadKind> threads;
  private final Map<Integer, Integer> fdByThread = new HashMap<>();

  private SyscallCounter(Map<Integer, ThreadKind> threads) {
    this.threads = threads;
  }

  /** Says why system calls cannot be counted here. */
  public static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    private UnavailableException(String message) {
      super(message);
    }
  }

  private static native long syscall(
      long number, long first, long second, long third, long fourth, long fifth);

  private static native int openat(int folder, String path, int flags);

  private static native long read(int fd, Pointer buffer, long bytes);

  private static native int close(int fd);

  private static native Pointer strerror(int error);

  /**
   * Counts from now on.
   *
   * @param own the kind that the calling thread is, whatever its name
   */
  public static SyscallCounter start(ThreadKind own) throws UnavailableException {
    if (!System.getProperty("os.name").equals("Linux")) {
      throw new UnavailableException("needs Linux");
    }
    long id = tracepoint();
    SyscallCounter counter = new SyscallCounter(TaskCounters.read(own).kinds());
    try {
      for (int thread : counter.threads.keySet()) {
        counter.fdByThread.put(thread, open(id, thread));
      }
      return counter;
    } catch (UnavailableException e) {
      counter.close();
      throw e;
    }
  }

  private static long tracepoint() throws UnavailableException {
    if (Files.isReadable(MOUNTED)) {
      try {
        return Long.parseLong(Files.readString(MOUNTED).trim());
      } catch (IOException e) {
        throw new UnavailableException("needs the tracepoint's number: " + e.getMessage());
      }
    }
    try (Memory name = new Memory(8)) {
      name.setString(0, "tracefs");
      int open = check(syscall(FSOPEN, Pointer.nativeValue(name), CLOEXEC, 0, 0, 0), "tracefs");
      try {
        check(syscall(FSCONFIG, open, CREATE, 0, 0, 0), "tracefs");
        int root = check(syscall(FSMOUNT, open, CLOEXEC, 0, 0, 0), "tracefs");
        try {
          return number(check(openat(root, ID, 0), "tracepoint raw_syscalls:sys_enter"));
        } finally {
          close(root);
        }
      } finally {
        close(open);
      }
    }
  }

  private static long number(int fd) throws UnavailableException {
    try (Memory text = new Memory(32)) {
      int bytes = check(read(fd, text, text.size()), "tracepoint raw_syscalls:sys_enter");
      return Long.parseLong(
          new String(text.getByteArray(0, bytes), StandardCharsets.US_ASCII).trim());
    } finally {
      close(fd);
    }
  }

  private static int open(long tracepoint, int thread) throws UnavailableException {
    try (Memory attributes = new Memory(ATTRIBUTES_BYTES)) {
      attributes.clear();
      attributes.setInt(0, PERF_TYPE_TRACEPOINT);
      attributes.setInt(4, ATTRIBUTES_BYTES);
      attributes.setLong(8, tracepoint);
      return check(
          syscall(
              perfEventOpen(),
              Pointer.nativeValue(attributes),
              thread,
              ANY_CORE,
              NO_GROUP,
              PERF_FLAG_FD_CLOEXEC),
          "perf_event_open of a tracepoint (root, or kernel.perf_event_paranoid of -1)");
    }
  }

  private static long perfEventOpen() throws UnavailableException {
    switch (System.getProperty("os.arch")) {
      case "amd64":
        return 298;
      case "aarch64":
        return 241;
      default:
        throw new UnavailableException("needs x86_64 or aarch64");
    }
  }

  private static int check(long result, String what) throws UnavailableException {
    if (result < 0) {
      String why = strerror(Native.getLastError()).getString(0);
      throw new UnavailableException("needs " + what + ": " + why);
    }
    return (int) result;
  }

  /** Each side's calls since the start; a thread that ended since keeps its count. */
  public Map<ThreadKind, Long> read() {
    Map<ThreadKind, Long> sides = new EnumMap<>(ThreadKind.class);
    try (Memory count = new Memory(8)) {
      fdByThread.forEach(
          (thread, fd) -> {
            if (read(fd, count, 8) == 8) {
              sides.merge(threads.get(thread), count.getLong(0), Long::sum);
            }
          });
    }
    return sides;
  }

  @Override
  public void close() {
    fdByThread.values().forEach(SyscallCounter::close);
    fdByThread.clear();
  }
}
