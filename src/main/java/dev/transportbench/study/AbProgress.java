package dev.transportbench.study;

import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.study.noise.Noise;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** How a comparison of two jars goes, as lines of text: one for each fork that ended. */
final class AbProgress {
  private final PrintStream out;
  private final AbRun.Asked asked;
  private int ended;

  AbProgress(PrintStream out, AbRun.Asked asked) {
    this.out = out;
    this.asked = asked;
  }

  void stage(int stage, int cells, int forks) {
    out.printf(
        "look %d of at most %d: %d cells, up to %d forks a side; at most %d min in all%n",
        stage + 1,
        asked.forksAtStages().size(),
        cells,
        forks,
        (asked.budget().toSeconds() + 59) / 60);
  }

  void budgetEnded() {
    out.println("the budget has ended");
  }

  void again(int cells, int forks) {
    out.printf(
        "measuring %d %s again, in which something seems to have changed: %d fresh forks a side%n",
        cells, cells == 1 ? "cell" : "cells", forks);
  }

  void profiles(int cells) {
    if (cells > 0) {
      out.printf("profiling the %d changed %s%n", cells, cells == 1 ? "cell" : "cells");
    }
  }

  void stopped() {
    out.println("stopped: " + ended + " forks have ended here; --resume goes on with the rest");
  }

  void ends() {
    out.flush();
  }

  /** As one arm's forks are told. */
  Progress of(String arm) {
    return new Progress() {
      @Override
      public void begins(Plan plan, RunFolder folder, Map<ForkTask, Double> endedBefore) {}

      @Override
      public void forkStarts(ForkTask task) {}

      @Override
      public void forkEnds(
          ForkTask task, double seconds, ForkRecord record, String why, Noise noise) {
        ended++;
        String result =
            why != null ? "FAILED: " + why : task.profiled() ? "done" : ProgressLog.figures(record);
        out.println("[" + ended + "] " + arm + " " + ProgressLog.name(task) + ": " + result);
        if (why == null && !task.profiled()) {
          record.violations().forEach(violation -> out.println("    INVALID: " + violation));
        }
      }

      @Override
      public void repeats(List<ForkTask> again) {}

      @Override
      public void stopped() {}

      @Override
      public void ends() {}
    };
  }
}
