package dev.transportbench.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Needs root, as the tests of links do. */
class SyscallCounterTest {
  private static final int CALLS = 1000;

  @Test
  void countsTheCallsOfAThread() throws Exception {
    try (SyscallCounter counter = SyscallCounter.start(ThreadKind.CLIENT)) {
      long before = counter.read().get(ThreadKind.CLIENT);
      for (int i = 0; i < CALLS; i++) {
        CpuClock.threadId();
      }
      long counted = counter.read().get(ThreadKind.CLIENT) - before;
      // The reading itself, and what the VM does meanwhile.
      assertThat(counted).isBetween((long) CALLS, CALLS + 100L);
    }
  }

  @Test
  void aClosedOneCountsNothing() throws Exception {
    SyscallCounter counter = SyscallCounter.start(ThreadKind.CLIENT);
    counter.close();
    assertThat(counter.read()).isEmpty();
  }
}
