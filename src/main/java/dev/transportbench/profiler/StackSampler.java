package dev.transportbench.profiler;

import dev.transportbench.ledger.StackProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import one.profiler.AsyncProfiler;

/**
 * Samples the stacks of this process while RPCs are measured, by async-profiler: CPU in two windows
 * of four, heap and native allocation in one each, since each kind needs the whole profiler.
 *
 * <p>CPU samples come from perf events where the kernel allows them, and then hold the kernel's
 * frames; else from {@code timer_create(2)}, where a stack ends at the system call.
 */
final class StackSampler {
  /** CPU time between two samples of a thread. */
  static final int INTERVAL_MICROS = 500;

  private static final String PERF = "cpu-clock";
  private static final String PERF_LABEL = "perf events";
  private static final String TIMER = "ctimer";

  /** Bytes between two samples of allocation: small, since an RPC allocates a few KiB. */
  private static final String ALLOC_INTERVAL = "32k";

  private static final String STACKS = "collapsed,threads,lib,ann";

  private static final List<StackTally.Of> TURNS =
      List.of(
          StackTally.Of.CPU, StackTally.Of.CPU, StackTally.Of.HEAP, StackTally.Of.NATIVE_MEMORY);

  private final AsyncProfiler profiler;
  private final String flame;
  private final Map<StackTally.Of, StackTally> tallies = new EnumMap<>(StackTally.Of.class);
  private final Map<String, Double> stacks = new TreeMap<>();
  private String engine;
  private int windows;

  private StackSampler(AsyncProfiler profiler, String flame) {
    this.profiler = profiler;
    this.flame = flame;
    LayerTable table = LayerTable.read();
    for (StackTally.Of of : StackTally.Of.values()) {
      tallies.put(of, new StackTally(table, of));
    }
  }

  /**
   * Loads the profiler into this process.
   *
   * @param flame start of the names of flame graphs to be written; null for none
   * @throws IllegalStateException when there is none for this platform
   */
  static StackSampler load(String flame) {
    try {
      return new StackSampler(AsyncProfiler.getInstance(), flame);
    } catch (IllegalStateException | UnsatisfiedLinkError e) {
      throw new IllegalStateException("async-profiler cannot be loaded: " + e.getMessage(), e);
    }
  }

  private StackTally.Of turn() {
    return TURNS.get(windows % TURNS.size());
  }

  void start() {
    start(turn());
  }

  void start(StackTally.Of kind) {
    switch (kind) {
      case CPU -> startCpu();
      case HEAP -> execute("start,event=alloc,alloc=" + ALLOC_INTERVAL + ",threads,cstack=vm");
      case NATIVE_MEMORY ->
          execute(
              "start,event=nativemem,nativemem=" + ALLOC_INTERVAL + ",nofree,threads,cstack=vm");
    }
  }

  private void startCpu() {
    String how = ",interval=" + INTERVAL_MICROS + "us,threads,cstack=vm";
    if (engine == null || engine.equals(PERF_LABEL)) {
      try {
        execute("start,event=" + PERF + how);
        engine = PERF_LABEL;
        return;
      } catch (IllegalStateException e) {
        engine = TIMER + ", since perf events are not available: " + e.getMessage();
      }
    }
    execute("start,event=" + TIMER + how);
  }

  /**
   * @param completed RPCs completed since {@link #start}
   */
  void stop(long completed) {
    execute("stop");
    StackTally.Of turn = turn();
    String weights = execute(STACKS + ",total");
    tallies.get(turn).add(weights, execute(STACKS + ",samples"), completed);
    if (flame != null) {
      if (turn == StackTally.Of.CPU) {
        writeStacks(weights);
      }
      writeFlame(turn);
    }
    windows++;
  }

  /** Ends what {@link #start} began, and forgets it. */
  void discard() {
    execute("stop");
  }

  /** All windows' stacks of CPU time, under the side that each thread belongs to. */
  private void writeStacks(String weights) {
    weights
        .lines()
        .filter(line -> line.startsWith("["))
        .forEach(
            line -> {
              int end = line.lastIndexOf(' ');
              int thread = line.indexOf(';');
              if (thread > 0) {
                String side =
                    ThreadKind.of(line.substring(1, thread)).name().toLowerCase(Locale.ROOT);
                stacks.merge(
                    side + line.substring(thread, end),
                    Double.parseDouble(line.substring(end + 1)),
                    Double::sum);
              }
            });
    StringBuilder text = new StringBuilder();
    stacks.forEach(
        (stack, weight) -> text.append(stack).append(' ').append(Math.round(weight)).append('\n'));
    try {
      Path file = Path.of(flame + ".cpu.collapsed");
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last window of each kind stays. */
  private void writeFlame(StackTally.Of of) {
    String kind =
        switch (of) {
          case CPU -> "cpu";
          case HEAP -> "alloc";
          case NATIVE_MEMORY -> "native";
        };
    try {
      Path html = Path.of(flame + "." + kind + ".html");
      Files.createDirectories(html.toAbsolutePath().getParent());
      Files.writeString(html, execute("flamegraph,threads,total,title=" + kind));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String execute(String command) {
    try {
      return profiler.execute(command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(command + ": " + e.getMessage(), e);
    }
  }

  /** Shares of CPU so far. */
  Map<String, StackProfile.Shares> cpu() {
    return tallies.get(StackTally.Of.CPU).shares();
  }

  StackProfile profile() {
    return new StackProfile(
        null,
        engine,
        INTERVAL_MICROS,
        cpu(),
        tallies.get(StackTally.Of.HEAP).shares(),
        tallies.get(StackTally.Of.NATIVE_MEMORY).shares());
  }
}
