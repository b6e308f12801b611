package dev.transportbench.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The short probe of a link before a trial, and what it found. */
final class SelfProbe {
  private static final long PROBE_NANOS = 400_000_000;
  private static final long LONGEST_PROBE_NANOS = 1_000_000_000;

  // A process that starts up is late itself; what is late beyond that is no link to measure on.
  private static final double LATE_MILLIS = 5;

  private final Map<String, Object> measured = new LinkedHashMap<>();
  private final List<String> violations = new ArrayList<>();

  /** Probes an impaired link, afresh. */
  void run(Link link) throws IOException {
    measured.clear();
    violations.clear();
    LinkProbe probe = LinkProbe.within(link.profile(), PROBE_NANOS);
    if (probe.count() == 0) {
      probe = LinkProbe.within(link.profile(), LONGEST_PROBE_NANOS);
    }
    if (probe.count() == 0) {
      measured.put("notAvailable", "a packet takes longer than the second that a probe may");
      return;
    }
    probe
        .run(link)
        .forEach(
            (direction, heard) -> {
              ProbeCheck check =
                  new ProbeCheck(direction, link.profile(), link.backend(), heard, LATE_MILLIS);
              measured.put(direction.label(), check.measured());
              check.violations().forEach(v -> violations.add("probe before the trial, " + v));
            });
  }

  Map<String, Object> measured() {
    return Map.copyOf(measured);
  }

  List<String> violations() {
    return List.copyOf(violations);
  }
}
