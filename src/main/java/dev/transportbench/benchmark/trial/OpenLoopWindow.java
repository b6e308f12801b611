package dev.transportbench.benchmark.trial;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/** Whether a generator of load did what it was told, window by window. */
final class OpenLoopWindow {
  private final LongSupplier threadCpuNanos;
  private final List<String> violations = new ArrayList<>();
  private int violationsBefore;

  /** Not before the first window: what brings the trial up is no measurement. */
  private boolean judged;

  private long startNanos;
  private long cpuNanosAtStart;
  private long sent;
  private long unsent;
  private long spunNanos;
  private double seconds;
  private double busy;

  OpenLoopWindow(LongSupplier threadCpuNanos) {
    this.threadCpuNanos = threadCpuNanos;
  }

  void reset() {
    judged = true;
    violationsBefore = violations.size();
    sent = 0;
    unsent = 0;
    spunNanos = 0;
    seconds = 0;
  }

  void begin(long now) {
    startNanos = now;
    cpuNanosAtStart = threadCpuNanos.getAsLong();
    sent = 0;
    spunNanos = 0;
  }

  void sent() {
    sent++;
  }

  /** Nothing was there to do but to look at the clock. */
  void spun(long nanos) {
    spunNanos += nanos;
  }

  /**
   * @param leftUnsent what was due by now and was not sent
   */
  void end(long now, long leftUnsent) {
    unsent = leftUnsent;
    seconds = (now - startNanos) / 1e9;
    long worked = threadCpuNanos.getAsLong() - cpuNanosAtStart - spunNanos;
    busy = seconds > 0 ? Math.max(0, worked) / 1e9 / seconds : 0;
    if (!judged) {
      return;
    }
    long due = sent + unsent;
    // The last one may be due in the very moment when the window ends.
    if (unsent > 1 && sent < OpenLoopDriver.LEAST_SHARE_SENT * due) {
      violations.add(
          String.format(
              Locale.ROOT,
              "open loop: %d RPCs of the %d that were due in %.1f s were sent: the generator did"
                  + " not hold the rate within 1 %%",
              sent,
              due,
              seconds));
    }
    if (busy > OpenLoopDriver.MOST_BUSY) {
      violations.add(
          String.format(
              Locale.ROOT,
              "open loop: the generator's thread worked for %.0f %% of the time: its own CPU was"
                  + " the limit",
              100 * busy));
    }
  }

  /** What this window violated counts for nothing. */
  void discard() {
    violations.subList(violationsBefore, violations.size()).clear();
  }

  /** Of the measured windows so far. */
  List<String> violations() {
    return violations;
  }

  Map<FigureName, Reading> readings() {
    if (seconds <= 0) {
      return Map.of();
    }
    return Map.of(
        FigureName.RATE_ASKED, Reading.of((sent + unsent) / seconds),
        FigureName.RATE_SENT, Reading.of(sent / seconds),
        FigureName.CPU_CLIENT_SPIN, Reading.of(100 * spunNanos / 1e9 / seconds));
  }
}
