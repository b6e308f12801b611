package dev.transportbench.benchmark;

import java.util.Locale;

/**
 * On which cores the threads of client and server may run, and those that they start.
 *
 * <p>With one RPC in flight either end sleeps while the other works, and the kernel wakes it on the
 * waker's core or on another. That choice costs more than most changes of the code, and differs
 * from fork to fork.
 */
public enum CoreChoice {
  /** As the kernel has it: what an application sees. */
  ANY,
  /** Both on one core: the CPU of an RPC repeats best. There is no parallel work to be had. */
  SHARED,
  /** Each on a core of its own: as on two machines, wake-ups of an idle core included. */
  APART;

  /** As the JMH parameter {@code cores} says it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException for a text that is no label
   */
  public static CoreChoice labelled(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
