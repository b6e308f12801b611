package dev.transportbench.study;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a study wants to know by sampling stacks, in one more fork of each cell. */
public enum Profiling {
  /** Nothing: no such fork. */
  NONE,
  /** CPU and allocation by layer. */
  LAYERS,
  /** That, and flame graphs in {@code flame/}. */
  FLAME;

  /** Of a profiled fork, whatever the study's own: enough samples to tell layers apart. */
  static final Study.Iterations MEASUREMENT = new Study.Iterations(4, Duration.ofSeconds(2));

  /** As a study and an option write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Null when there is none of that label. */
  public static Profiling ofLabel(String label) {
    return Arrays.stream(values())
        .filter(profiling -> profiling.label().equals(label))
        .findFirst()
        .orElse(null);
  }

  /** What {@link #ofLabel} knows, for complaints. */
  public static String labels() {
    return Arrays.stream(values()).map(Profiling::label).collect(Collectors.joining(", "));
  }
}
