package dev.transportbench.link;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What was asked of a link, as plain data with the units in the names. */
final class Asked {
  private static final double NANOS_PER_MILLI = 1e6;

  private Asked() {}

  static Map<String, Object> of(LinkProfile profile, Backend backend, long seed) {
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put("profile", profile.name());
    asked.put("source", profile.source());
    asked.put("backend", backend.label());
    asked.put("seed", seed);
    asked.put("up", of(profile.up()));
    asked.put("down", of(profile.down()));
    return asked;
  }

  private static Map<String, Object> of(Impairment impairment) {
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put("owdMillis", impairment.owdNanos() / NANOS_PER_MILLI);
    asked.put("jitterMillis", impairment.jitterNanos() / NANOS_PER_MILLI);
    if (impairment.jitterNanos() > 0) {
      asked.put("distribution", impairment.distribution().name().toLowerCase(Locale.ROOT));
    }
    asked.put("lossFraction", impairment.loss());
    return asked;
  }
}
