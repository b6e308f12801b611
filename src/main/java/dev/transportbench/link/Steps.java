package dev.transportbench.link;

import java.util.List;

/**
 * Changes of an impairment with time, counted from when it is switched on.
 *
 * @param repeatNanos after so long the first impairment holds again, and so on; 0: never again
 * @param steps by time
 */
public record Steps(long repeatNanos, List<Step> steps) {
  public static final Steps NONE = new Steps(0, List.of());

  public Steps {
    steps = List.copyOf(steps);
  }

  /** From when on what holds; the impairment has no steps of its own. */
  public record Step(long atNanos, Impairment impairment) {}
}
