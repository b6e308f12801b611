package dev.transportbench.study;

import dev.transportbench.link.linux.Cores;
import java.util.BitSet;

/**
 * Keeps a fork, and the emulator that it starts, off the first core, where this process, most
 * interrupts and whatever else runs can stay. A process inherits the cores of the thread that
 * starts it: see sched_setaffinity(2). With fewer than four cores client, server and emulator need
 * them all.
 */
final class CorePinning {
  private static final int LEAST_CORES = 4;

  /** Something that starts a process and waits for it. */
  interface Starter<E extends Exception> {
    void run() throws E;
  }

  private final BitSet allowed;
  private final BitSet fork;
  private final String text;

  private CorePinning(BitSet allowed, BitSet fork, String text) {
    this.allowed = allowed;
    this.fork = fork;
    this.text = text;
  }

  static CorePinning ofThisMachine() {
    return System.getProperty("os.name").equals("Linux")
        ? of(Cores.own())
        : new CorePinning(new BitSet(), new BitSet(), "none: needs Linux");
  }

  /**
   * @param allowed cores that this process may use
   */
  static CorePinning of(BitSet allowed) {
    int cores = allowed.cardinality();
    if (cores < LEAST_CORES) {
      return new CorePinning(
          allowed,
          allowed,
          "none: client, server and emulator need the %d cores that there are; from %d on"
              .formatted(cores, LEAST_CORES));
    }
    int first = allowed.nextSetBit(0);
    BitSet fork = (BitSet) allowed.clone();
    fork.clear(first);
    return new CorePinning(
        allowed, fork, "forks on cores %s; %d is left to the rest".formatted(fork, first));
  }

  /** What is pinned, or why nothing is. */
  String text() {
    return text;
  }

  /** Runs something on the calling thread whose processes are to have the fork's cores. */
  <E extends Exception> void run(Starter<E> starter) throws E {
    if (fork.equals(allowed)) {
      starter.run();
      return;
    }
    Cores.confine(fork);
    try {
      starter.run();
    } finally {
      Cores.confine(allowed);
    }
  }
}
