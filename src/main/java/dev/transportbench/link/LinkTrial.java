package dev.transportbench.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A link put to the test: what was asked of it, what a probe found, and in what the two differ.
 *
 * @param probed by direction; empty where a packet takes longer than the time given
 * @param evidence the emulator's own, with the probe's findings among its violations
 */
public record LinkTrial(Map<Direction, Map<String, Object>> probed, Link.Evidence evidence) {
  /** How much later than asked a probe's median may be, here where nothing else runs. */
  private static final double LATE_MILLIS = 2;

  /**
   * Brings a link up, probes it and takes it down.
   *
   * @param budgetNanos how long the probe may take
   * @throws LinkUnavailableException when this machine cannot run the backend
   */
  public static LinkTrial run(LinkProfile profile, Backend backend, long seed, long budgetNanos)
      throws IOException {
    try (Link link = Links.open(profile, backend, seed)) {
      link.impair();
      Map<Direction, Map<String, Object>> probed = new EnumMap<>(Direction.class);
      List<String> violations = new ArrayList<>();
      LinkProbe probe = LinkProbe.within(profile, budgetNanos);
      if (probe.count() == 0) {
        violations.add("a packet takes longer than the probe's time");
      } else {
        probe
            .run(link)
            .forEach(
                (direction, heard) -> {
                  ProbeCheck check =
                      new ProbeCheck(direction, profile, backend, heard, LATE_MILLIS);
                  probed.put(direction, check.measured());
                  violations.addAll(check.violations());
                });
      }
      Link.Evidence own = link.evidence();
      violations.addAll(own.violations());
      return new LinkTrial(
          probed, new Link.Evidence(own.asked(), own.measured(), List.copyOf(violations)));
    }
  }
}
