package dev.transportbench.study;

import java.time.Duration;
import java.util.Collection;

/**
 * What is left of a run: the iterations as the study asks for them, and for each fork what it takes
 * beside them, in proportion to what the forks so far took. Those of an earlier try, read from the
 * journal, count as well.
 */
final class RunEstimate {
  private final Study study;
  private double expectedSeconds;
  private double measuredSeconds;

  RunEstimate(Study study) {
    this.study = study;
  }

  /** A fork that ended well; one that failed ended early, or hung, and tells nothing. */
  void add(ForkTask task, double seconds) {
    expectedSeconds += seconds(ForkCost.overhead(task.cell()));
    measuredSeconds += Math.max(0, seconds - seconds(ForkCost.iterations(task, study)));
  }

  /** What these take, about. */
  Duration of(Collection<ForkTask> tasks) {
    double correction = expectedSeconds == 0 ? 1 : measuredSeconds / expectedSeconds;
    double all = 0;
    for (ForkTask task : tasks) {
      all +=
          correction * seconds(ForkCost.overhead(task.cell()))
              + seconds(ForkCost.iterations(task, study));
    }
    return Duration.ofMillis(Math.round(1000 * all));
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
