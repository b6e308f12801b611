package dev.transportbench.profiler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The busiest tenth of a second of each side, in percent of one core. A thread of its own reads the
 * CPU time of the sides' threads ten times a second, some tens of microseconds each; that price is
 * in {@code cpu.other}.
 */
public final class CpuPeaks implements AutoCloseable {
  private static final long PERIOD_MILLIS = 100;
  private static final Path TASKS = Path.of("/proc/self/task");

  /** A thread of a side, and its CPU time when it was read last. */
  private static final class Watched {
    private final ThreadKind kind;
    private final Path schedstat;
    private long cpuNanos;

    Watched(ThreadKind kind, Path task) {
      this.kind = kind;
      schedstat = task.resolve("schedstat");
    }
  }

  private final List<Watched> watched = new ArrayList<>();
  private final Map<ThreadKind, Double> peaks = new EnumMap<>(ThreadKind.class);
  private final Thread thread = new Thread(this::watch, "cpu-peaks");
  private long readNanos;

  private CpuPeaks() {}

  /**
   * Watches the threads that there are now; the calling one is the client's.
   *
   * @throws IllegalStateException where {@code /proc} cannot be read
   */
  public static CpuPeaks start() {
    CpuPeaks peaks = new CpuPeaks();
    int own = CpuClock.threadId();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        boolean isOwn = task.getFileName().toString().equals(Integer.toString(own));
        ThreadKind kind = isOwn ? ThreadKind.CLIENT : ThreadKind.of(read(task.resolve("comm")));
        if (kind == ThreadKind.CLIENT || kind == ThreadKind.SERVER) {
          peaks.watched.add(new Watched(kind, task));
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + TASKS + ": " + e.getMessage(), e);
    }
    peaks.thread.setDaemon(true);
    peaks.thread.start();
    return peaks;
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).strip();
  }

  private void watch() {
    try {
      advance();
      reset();
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        advance();
      }
    } catch (InterruptedException | IOException e) {
      // Told to end, or the threads that are watched have ended.
      return;
    }
  }

  private synchronized void advance() throws IOException {
    long now = System.nanoTime();
    double elapsed = now - readNanos;
    readNanos = now;
    Map<ThreadKind, Double> used = new EnumMap<>(ThreadKind.class);
    for (Watched each : watched) {
      String schedstat = read(each.schedstat);
      long cpuNanos = Long.parseLong(schedstat.substring(0, schedstat.indexOf(' ')));
      used.merge(each.kind, (double) (cpuNanos - each.cpuNanos), Double::sum);
      each.cpuNanos = cpuNanos;
    }
    used.forEach((kind, nanos) -> peaks.merge(kind, 100 * nanos / elapsed, Math::max));
  }

  /** Forgets the peaks so far. */
  public synchronized void reset() {
    peaks.clear();
  }

  /** Since {@link #reset}; a side that no whole period was seen of is left out. */
  public synchronized Map<ThreadKind, Double> peaks() {
    return Map.copyOf(peaks);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
