package dev.transportbench.study;

import java.util.Optional;

/** Runs one fork. */
interface ForkRunner {

  /**
   * Runs a fork to its end. When it ends well, its record and JMH's result are in the folder,
   * whole.
   *
   * @return why it failed, one line; empty when it did not
   * @throws RunStoppedException when no further fork makes sense
   */
  Optional<String> run(ForkTask task, RunFolder folder);

  /** Ends a fork that is running, at once; called when the process is being ended. */
  void kill();
}
