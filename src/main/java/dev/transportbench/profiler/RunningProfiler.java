package dev.transportbench.profiler;

import java.util.Locale;

/**
 * One of this package's profilers, switched on for nothing but what it costs: what it finds is
 * thrown away.
 */
public final class RunningProfiler implements AutoCloseable {
  /** Which one, by the name that a benchmark's parameter has. */
  private enum Kind {
    OFF(null),
    CPU(StackTally.Of.CPU),
    HEAP(StackTally.Of.HEAP),
    NATIVE(StackTally.Of.NATIVE_MEMORY),
    SYSCALLS(null);

    private final StackTally.Of stacks;

    Kind(StackTally.Of stacks) {
      this.stacks = stacks;
    }
  }

  private final AutoCloseable running;

  private RunningProfiler(AutoCloseable running) {
    this.running = running;
  }

  private static Kind kind(String name) {
    for (Kind kind : Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "profiler: '%s' is unknown; allowed: off, cpu, heap, native, syscalls".formatted(name));
  }

  /**
   * @throws IllegalArgumentException when there is none of that name
   */
  public static void check(String name) {
    kind(name);
  }

  /**
   * Starts one.
   *
   * @throws IllegalStateException when it is not to be had here
   */
  public static RunningProfiler start(String name) {
    Kind kind = kind(name);
    if (kind.stacks != null) {
      StackSampler sampler = StackSampler.load(null);
      sampler.start(kind.stacks);
      return new RunningProfiler(sampler::discard);
    }
    if (kind == Kind.OFF) {
      return new RunningProfiler(() -> {});
    }
    try {
      return new RunningProfiler(SyscallCounter.start(ThreadKind.CLIENT));
    } catch (SyscallCounter.UnavailableException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  @Override
  public void close() throws Exception {
    running.close();
  }
}
