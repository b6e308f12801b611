package dev.transportbench.link.linux;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.File;
import java.util.BitSet;

/** On which cores the kernel lets threads run. Cores have the kernel's numbers, from 0. */
public final class Cores {
  private static final int MASK_BYTES = 128; // 1,024 cores, as the C library's cpu_set_t
  private static final int MOST_PASSES = 20;

  private Cores() {}

  /** Those on which the calling thread may run. */
  public static BitSet own() {
    return of(0);
  }

  /**
   * Confines the calling thread, and the processes that it starts from now on. Cores that there are
   * not, or that a container has taken away, are left out; when none is left, nothing changes.
   */
  public static void confine(BitSet cores) {
    try (Memory mask = new Memory(MASK_BYTES)) {
      mask.clear();
      byte[] bytes = cores.toByteArray();
      mask.write(0, bytes, 0, bytes.length);
      LibC.sched_setaffinity(0, MASK_BYTES, Pointer.nativeValue(mask));
    }
  }

  /** Those on which a thread may run; empty when it has ended. */
  private static BitSet of(int thread) {
    try (Memory mask = new Memory(MASK_BYTES)) {
      mask.clear();
      // Returns bytes written, or −1.
      LibC.sched_getaffinity(thread, MASK_BYTES, Pointer.nativeValue(mask));
      return BitSet.valueOf(mask.getByteArray(0, MASK_BYTES));
    }
  }

  /**
   * Moves every thread of a process that may run on exactly some cores to others. Threads started
   * meanwhile inherit one or the other and are found as well.
   */
  public static void move(long process, BitSet from, BitSet to) {
    try (Memory mask = new Memory(MASK_BYTES)) {
      mask.clear();
      byte[] bytes = to.toByteArray();
      mask.write(0, bytes, 0, bytes.length);
      boolean moved = true;
      for (int pass = 0; moved && pass < MOST_PASSES; pass++) {
        moved = false;
        for (int thread : threads(process)) {
          if (of(thread).equals(from)) {
            LibC.sched_setaffinity(thread, MASK_BYTES, Pointer.nativeValue(mask));
            moved = true;
          }
        }
      }
    }
  }

  private static int[] threads(long process) {
    String[] names = new File("/proc/" + process + "/task").list();
    int[] threads = new int[names == null ? 0 : names.length];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = Integer.parseInt(names[i]);
    }
    return threads;
  }
}
