package dev.transportbench.link;

import dev.transportbench.link.linux.Cores;
import java.util.BitSet;
import java.util.OptionalInt;

/**
 * A core that this process leaves to its emulators: what they get where the kernel grants no
 * real-time priority. All links of the process share it; the last one gives it back.
 */
final class ReservedCore implements AutoCloseable {
  private static int links;
  private static BitSet all;
  private static BitSet others;
  private static int core;

  private boolean closed;

  private ReservedCore() {}

  /** Whether there is a core to spare: one to leave, and one to stay on. */
  static synchronized boolean possible() {
    return links > 0 || Cores.own().cardinality() > 1;
  }

  /** Leaves a core to a process; only where it is {@link #possible}. */
  static synchronized ReservedCore of(long emulatorPid) {
    if (links == 0) {
      all = Cores.own();
      core = all.length() - 1;
      others = (BitSet) all.clone();
      others.clear(core);
    }
    BitSet one = new BitSet();
    one.set(core);
    // It was started with the cores that we had: all of them, or what an earlier link left.
    Cores.move(emulatorPid, links == 0 ? all : others, one);
    if (links++ == 0) {
      Cores.move(ProcessHandle.current().pid(), all, others);
    }
    return new ReservedCore();
  }

  /** The core that is reserved now. */
  static synchronized OptionalInt core() {
    return links == 0 ? OptionalInt.empty() : OptionalInt.of(core);
  }

  @Override
  public void close() {
    synchronized (ReservedCore.class) {
      if (!closed && --links == 0) {
        Cores.move(ProcessHandle.current().pid(), others, all);
      }
      closed = true;
    }
  }
}
