package dev.transportbench.study;

import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.study.noise.Noise;
import java.util.List;
import java.util.Map;

/** Is told how a run goes. */
interface Progress {

  /**
   * Before the first fork.
   *
   * @param endedBefore forks that an earlier try ended, by the seconds that each took; NaN for one
   *     that failed
   */
  void begins(Plan plan, RunFolder folder, Map<ForkTask, Double> endedBefore);

  void forkStarts(ForkTask task);

  /**
   * @param record null after a failure
   * @param why of a failure, one line
   * @param noise what the machine did meanwhile
   */
  void forkEnds(ForkTask task, double seconds, ForkRecord record, String why, Noise noise);

  /** Forks that the machine disturbed, and that run once more. */
  void repeats(List<ForkTask> again);

  /** The process is being ended, and the fork that runs with it. */
  void stopped();

  /** After the last fork, also when the run stopped short. */
  void ends();
}
