package dev.transportbench.study;

import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A plan as a person reads it. */
public final class PlanText {
  private PlanText() {}

  /** The plan in a few lines; with {@code everyFork}, the order of forks too. */
  public static List<String> lines(Plan plan, boolean everyFork) {
    List<String> lines = new ArrayList<>();
    Study study = plan.study();
    lines.add("study " + study.name() + ": " + study.question());
    if (plan.part() != null) {
      lines.add(
          "shard %s: %d of its %d cells"
              .formatted(plan.part().shard(), plan.cells().size(), plan.part().cells()));
    }
    long profiled = plan.order().stream().filter(ForkTask::profiled).count();
    long cannot = plan.cells().stream().filter(cell -> cell.notRun() != null).count();
    lines.add(
        "%d cells × %d %s%s = %d runs of about %d s (warm-up %s, measurement %s)"
            .formatted(
                plan.cells().size() - cannot,
                study.forks(),
                study.forks() == 1 ? "fork" : "forks",
                profiled == 0 ? "" : ", and %d profiled".formatted(profiled),
                plan.order().size(),
                plan.estimate().toSeconds() / Math.max(1, plan.order().size()),
                study.warmup(),
                study.measurement()));
    long minutes = (plan.estimate().toSeconds() + 59) / 60;
    lines.add("about %d min in all; seed %d".formatted(minutes, plan.seed()));
    lines.add("pinning: " + CorePinning.ofThisMachine().text());
    params(plan).forEach((name, values) -> lines.add("  " + name + ": " + values));
    for (Map.Entry<String, Integer> out : leftOut(plan).entrySet()) {
      lines.add("left out: %d × %s".formatted(out.getValue(), out.getKey()));
    }
    for (Cell cell : plan.cells()) {
      if (cell.notRun() != null) {
        lines.add("cannot run: " + cell.key() + ": " + cell.notRun());
      } else if (cell.note() != null) {
        lines.add("note: " + cell.key() + ": " + cell.note());
      }
    }
    if (everyFork) {
      lines.add("in this order:");
      int place = 0;
      for (ForkTask task : plan.order()) {
        lines.add("  %3d. %s %s".formatted(++place, task.cell().key(), task.name()));
      }
      plan.leftOut().forEach(out -> lines.add("  left out: " + out.key() + ": " + out.why()));
    }
    return lines;
  }

  private static Map<String, String> params(Plan plan) {
    Map<String, TreeSet<String>> values = new LinkedHashMap<>();
    for (Cell cell : plan.cells()) {
      cell.params()
          .forEach((name, value) -> values.computeIfAbsent(name, n -> new TreeSet<>()).add(value));
    }
    Map<String, String> joined = new LinkedHashMap<>();
    values.forEach((name, set) -> joined.put(name, String.join(", ", set)));
    return joined;
  }

  private static Map<String, Integer> leftOut(Plan plan) {
    Map<String, Integer> reasons = new LinkedHashMap<>();
    for (Ledger.LeftOut out : plan.leftOut()) {
      reasons.merge(out.why(), 1, Integer::sum);
    }
    return reasons;
  }
}
