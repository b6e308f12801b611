package dev.transportbench.study;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.study.noise.Noise;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Progress as lines of text: one for each fork that ended. On a terminal, the fork that runs stands
 * below them.
 */
final class ProgressLog implements Progress {
  private final PrintStream out;
  private final boolean terminal;
  private final Set<ForkTask> left = new LinkedHashSet<>();
  private RunEstimate estimate;
  private int total;
  private int ended;

  ProgressLog(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Knows by itself whether standard output is a terminal. */
  static ProgressLog to(PrintStream out) {
    return new ProgressLog(out, isTerminal());
  }

  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  @Override
  public void begins(Plan plan, RunFolder folder, Map<ForkTask, Double> endedBefore) {
    PlanText.lines(plan, false).forEach(out::println);
    out.println("results: " + folder.root());
    total = plan.order().size();
    ended = endedBefore.size();
    left.addAll(plan.order());
    left.removeAll(endedBefore.keySet());
    estimate = new RunEstimate(plan.study());
    endedBefore.forEach(this::learn);
    if (ended > 0) {
      out.println(ended + " of " + total + " forks have ended before; going on");
    }
  }

  @Override
  public void forkStarts(ForkTask task) {
    if (terminal) {
      out.print(head(ended + 1) + name(task) + " …");
      out.flush();
    }
  }

  @Override
  public void forkEnds(ForkTask task, double seconds, ForkRecord record, String why, Noise noise) {
    ended++;
    left.remove(task);
    learn(task, why == null ? seconds : Double.NaN);
    clear();
    String result = why != null ? "FAILED: " + why : task.profiled() ? "done" : figures(record);
    out.println(head(ended) + name(task) + ": " + result);
    if (why == null && !task.profiled()) {
      record.violations().forEach(violation -> out.println("    INVALID: " + violation));
    }
    String disturbance = noise.disturbance(Double.NaN);
    if (disturbance != null) {
      out.println("    DISTURBED: " + disturbance);
    }
  }

  @Override
  public void repeats(List<ForkTask> again) {
    total += again.size();
    left.addAll(again);
    out.println(again.size() + " forks that the machine disturbed run once more");
  }

  @Override
  public void stopped() {
    clear();
    out.printf(
        "stopped: %d of %d forks have ended; --resume goes on with the rest%n", ended, total);
  }

  @Override
  public void ends() {
    clear();
  }

  private void clear() {
    if (terminal) {
      out.print("\r\033[K");
      out.flush();
    }
  }

  private String head(int place) {
    long seconds = estimate.of(left).toSeconds();
    return String.format(
        Locale.ROOT, "[%d/%d, %d:%02d left] ", place, total, seconds / 60, seconds % 60);
  }

  private void learn(ForkTask task, double seconds) {
    if (!Double.isNaN(seconds)) {
      estimate.add(task, seconds);
    }
  }

  static String name(ForkTask task) {
    List<String> values =
        task.cell().params().entrySet().stream()
            .map(param -> param.getKey() + "=" + param.getValue())
            .toList();
    return String.join(" ", values) + " " + task.name();
  }

  static String figures(ForkRecord record) {
    OptionalDouble score = mean(record, FigureName.SCORE);
    if (score.isPresent()) {
      return text(score) + " operations/s";
    }
    OptionalDouble median =
        Times.of(Series.LATENCY, List.of(record)).forks().stream()
            .filter(histogram -> histogram.getTotalCount() > 0)
            .mapToDouble(histogram -> histogram.getValueAtPercentile(50) / 1000.0)
            .findFirst();
    return "%s RPC/s, p50 %s us, CPU %s us/RPC"
        .formatted(
            text(mean(record, FigureName.THROUGHPUT)),
            text(median),
            text(mean(record, FigureName.CPU_PROCESS)));
  }

  private static OptionalDouble mean(ForkRecord record, FigureName name) {
    return record.iterations().stream()
        .map(IterationRecord::readings)
        .map(readings -> readings.get(name))
        .filter(reading -> reading != null && reading.value() != null)
        .mapToDouble(Reading::value)
        .average();
  }

  private static String text(OptionalDouble value) {
    return value.isEmpty() ? "–" : String.format(Locale.ROOT, "%,.1f", value.getAsDouble());
  }
}
