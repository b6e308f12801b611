package dev.transportbench.cli;

import dev.transportbench.link.Link.Evidence;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** What was asked of a link and what was measured on it, for a person. */
record LinkSummary(Evidence evidence) {
  private static final Set<Object> SHOWN =
      Set.of("owdMillis", "jitterMillis", "distribution", "lossFraction");
  private static final List<String> HAPPENED =
      List.of(
          "marked", "dropped", "queueDropped", "duplicated", "corrupted", "early", "outOfOrder");

  void print(PrintWriter out) {
    Map<String, Object> asked = evidence.asked();
    out.printf(
        "link %s on %s, seed %s%n", asked.get("profile"), asked.get("backend"), asked.get("seed"));
    for (String direction : new String[] {"up", "down"}) {
      out.printf("  %-4s asked %s%n", direction, askedText(map(asked.get(direction))));
      if (evidence.measured().containsKey(direction)) {
        out.printf("       measured %s%n", measuredText(map(evidence.measured().get(direction))));
      }
    }
    if (evidence.measured().get("emulatorCpuMillis") instanceof Number cpu) {
      out.printf(
          "  emulator at priority %s used %.0f ms of CPU%n",
          evidence.measured().get("emulatorPriority"), cpu.doubleValue());
    }
    if (evidence.measured().get("warnings") instanceof Iterable<?> warnings) {
      warnings.forEach(warning -> out.printf("  warning: %s%n", warning));
    }
    evidence.violations().forEach(violation -> out.printf("  VIOLATION: %s%n", violation));
  }

  static String askedText(Map<?, ?> asked) {
    String jitter =
        asked.containsKey("distribution")
            ? " ± %s ms %s".formatted(asked.get("jitterMillis"), asked.get("distribution"))
            : "";
    String loss =
        asked.get("lossFraction") instanceof Number fraction
            ? ", loss %.4g %%".formatted(100 * fraction.doubleValue())
            : "";
    StringJoiner more = new StringJoiner("");
    asked.forEach(
        (name, value) -> {
          if (!SHOWN.contains(name)) {
            more.add(", " + name + " " + value);
          }
        });
    return "owd %s ms%s%s%s".formatted(asked.get("owdMillis"), jitter, loss, more);
  }

  private static String measuredText(Map<?, ?> measured) {
    StringJoiner text = new StringJoiner(", ");
    text.add(measured.get("packets") + " packets");
    if (measured.containsKey("bytes")) {
      text.add(measured.get("bytes") + " B");
    }
    if (measured.get("lossFraction") instanceof Number loss) {
      text.add("%s lost (%.3g %%)".formatted(measured.get("lost"), 100 * loss.doubleValue()));
    }
    for (String event : HAPPENED) {
      if (measured.get(event) instanceof Number count && count.longValue() > 0) {
        text.add(count + " " + event);
      }
    }
    if (measured.get("delayMeanMillis") instanceof Number mean) {
      text.add(
          "delay drawn %.3f ± %.3f ms"
              .formatted(mean, ((Number) measured.get("delayDeviationMillis")).doubleValue()));
    }
    if (measured.get("latenessP99Micros") instanceof Number p99) {
      text.add(
          "late p50 %.0f, p99 %.0f, max %.0f µs"
              .formatted(
                  ((Number) measured.get("latenessP50Micros")).doubleValue(),
                  p99.doubleValue(),
                  ((Number) measured.get("latenessMaxMicros")).doubleValue()));
    }
    return text.toString();
  }

  /** What a probe heard. */
  static String probeText(Map<?, ?> probe) {
    String text =
        "%s sent, %s lost, %s copies, %s out of order"
            .formatted(
                probe.get("sent"), probe.get("lost"), probe.get("copies"), probe.get("outOfOrder"));
    return probe.containsKey("delayP50Millis")
        ? text
            + ", delay p10 %.3f, p50 %.3f, p90 %.3f ms"
                .formatted(
                    probe.get("delayP10Millis"),
                    probe.get("delayP50Millis"),
                    probe.get("delayP90Millis"))
        : text;
  }

  private static Map<?, ?> map(Object value) {
    return (Map<?, ?>) value;
  }
}
