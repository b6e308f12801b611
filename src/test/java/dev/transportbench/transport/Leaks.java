package dev.transportbench.transport;

import io.netty.buffer.AbstractByteBuf;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** Listens to Netty's leak detector at paranoid, and counts descriptors and threads. */
final class Leaks {
  private static final Queue<String> REPORTS = new ConcurrentLinkedQueue<>();

  private Leaks() {}

  /** From now on every buffer is tracked; call before the loops and channels under test exist. */
  static void listen() throws ReflectiveOperationException {
    // Record who took and gave back a buffer, not each access: masking touches every byte.
    System.setProperty("io.netty.leakDetection.acquireAndReleaseOnly", "true");
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    // The detector is made when the buffer classes load, perhaps by a test that ran before.
    Field field = AbstractByteBuf.class.getDeclaredField("leakDetector");
    field.setAccessible(true);
    ResourceLeakDetector<?> detector = (ResourceLeakDetector<?>) field.get(null);
    detector.setLeakListener((type, records) -> REPORTS.add(type + "\n" + records));
  }

  /** Tracks no more than usual: what follows may be about time. */
  static void stop() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
  }

  /** What was reported since the last call, after the garbage of the past is collected. */
  static List<String> reports() throws InterruptedException {
    for (int round = 0; round < 2; round++) {
      System.gc();
      Thread.sleep(20);
      // Leaks are reported when the next buffer is tracked.
      PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
    }
    List<String> reports = List.copyOf(REPORTS);
    REPORTS.clear();
    return reports;
  }

  /** Leaks one buffer on purpose: proves that {@link #reports} would see one. */
  static void leakOne() {
    ByteBuf lost = PooledByteBufAllocator.DEFAULT.directBuffer(16);
    lost.writeByte(1);
  }

  /** Open sockets and epoll instances of this process. */
  static long descriptors() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.filter(Leaks::isNetwork).count();
    }
  }

  private static boolean isNetwork(Path file) {
    try {
      String target = Files.readSymbolicLink(file).toString();
      return target.startsWith("socket:") || target.startsWith("anon_inode:");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  static long threads() throws IOException {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      return tasks.count();
    }
  }
}
