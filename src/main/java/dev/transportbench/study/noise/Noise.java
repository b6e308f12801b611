package dev.transportbench.study.noise;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the machine did while a fork ran, from the JVM's start to its end.
 *
 * @param notAvailable why nothing is known; null when something is
 * @param stealPercent CPU time that the host kept for itself, of all cores' time
 * @param otherPercent CPU time of processes that are not this run's, of all cores' time; interrupts
 *     that nobody is charged for included
 * @param megahertz mean clock of all cores; null where the machine does not tell
 * @param celsius the hottest sensor at its hottest; null where there is none
 * @param throttled times that a core was slowed down because of heat; null where not counted
 */
public record Noise(
    String notAvailable,
    double stealPercent,
    double otherPercent,
    Double megahertz,
    Double celsius,
    Long throttled) {
  /** More of the CPU time of all cores than this, taken by the host, disturbs a fork. */
  public static final double MOST_STEAL_PERCENT = 2;

  /** Likewise, taken by other processes. */
  public static final double MOST_OTHER_PERCENT = 5;

  /** A fork whose cores ran slower than this share of the run's median was disturbed. */
  public static final double LEAST_CLOCK = 0.9;

  /** Nothing is known. */
  static Noise unknown(String why) {
    return new Noise(why, 0, 0, null, null, null);
  }

  /**
   * Why the fork cannot be trusted, one line; null when it can, or when nothing is known.
   *
   * @param usualMegahertz median over the run's forks; NaN when not known
   */
  public String disturbance(double usualMegahertz) {
    List<String> why = new ArrayList<>();
    if (stealPercent > MOST_STEAL_PERCENT) {
      why.add(text("the host took %.1f %% of the CPU time", stealPercent));
    }
    if (otherPercent > MOST_OTHER_PERCENT) {
      why.add(text("other processes took %.1f %% of the CPU time", otherPercent));
    }
    if (throttled != null && throttled > 0) {
      why.add("cores were slowed down by heat %d times".formatted(throttled));
    }
    if (megahertz != null && megahertz < LEAST_CLOCK * usualMegahertz) {
      why.add(text("cores ran at %.0f MHz", megahertz) + text(", usually at %.0f", usualMegahertz));
    }
    return why.isEmpty() ? null : String.join(", ", why);
  }

  /** For telling the less disturbed of two forks. */
  public double level() {
    return stealPercent + otherPercent;
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
