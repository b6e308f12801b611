package dev.transportbench.link.emulator;

import dev.transportbench.link.linux.LibC;
import dev.transportbench.link.linux.Scheduling;

/** How the kernel schedules the thread that moves packets. */
enum Priority {
  /** Before every ordinary thread: on time even when all cores are busy. */
  FIFO("SCHED_FIFO 10"),
  /** Favoured among ordinary threads. */
  NICE("nice -20"),
  /** As everyone: late by milliseconds when all cores are busy. */
  NORMAL("normal");

  private static final int FIFO_PRIORITY = 10;
  private static final int PRIO_PROCESS = 0;

  private final String label;

  Priority(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** Gives the calling thread the best that the kernel grants, and exact timers. */
  static Priority raise() {
    Scheduling.exactTimers();
    if (Scheduling.realTime(FIFO_PRIORITY)) {
      return FIFO;
    }
    // Zero is the calling thread, and on Linux only that.
    return LibC.setpriority(PRIO_PROCESS, 0, -20) == 0 ? NICE : NORMAL;
  }
}
