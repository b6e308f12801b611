package dev.transportbench.link;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares what the emulator did in one direction with what was asked of it. */
final class LaneCheck {
  /** Ten lie above the 99th percentile of so many. */
  private static final long PACKETS_FOR_P99 = 1_000;

  private static final double LATE_WARNING_MICROS = 1_000;
  private static final double LATE_VIOLATION_MICROS = 5_000;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Direction direction;
  private final Impairment asked;
  private final Semantics semantics;
  private final Map<String, Number> figures;
  private final List<String> violations;
  private final List<String> warnings;

  LaneCheck(
      Direction direction,
      Impairment asked,
      Semantics semantics,
      Map<String, Number> figures,
      List<String> violations,
      List<String> warnings) {
    this.direction = direction;
    this.asked = asked;
    this.semantics = semantics;
    this.figures = figures;
    this.violations = violations;
    this.warnings = warnings;
  }

  /** The figures, with those that follow from them. */
  Map<String, Object> measured() {
    Map<String, Object> measured = new LinkedHashMap<>(figures);
    if (count("packets") > 0) {
      measured.put("lossFraction", (double) count("lost") / count("packets"));
    }
    return measured;
  }

  void againstAsked() {
    // What changes with time has no one value to be compared with.
    if (asked.steps().equals(Steps.NONE)) {
      LossExpectation.of(asked.loss(), semantics)
          .ifPresent(e -> checkLoss(e, count("lost") + count("marked"), count("lossTrials")));
      checkDelay();
      checkChance("duplicated", asked.duplicate(), count("packets"));
      if (asked.duplicate().probability() == 0) {
        checkChance("corrupted", asked.corrupt(), count("lossTrials") - count("lost"));
      }
    }
    checkLateness();
    if (count("overflowed") > 0) {
      violate("%d packets found no room in the emulator", count("overflowed"));
    }
    if (count("refused") > 0) {
      violate("%d packets were not taken by the device at the far end", count("refused"));
    }
  }

  /** The emulator's total must lie between two readings of the device, taken around its own. */
  void againstDevice(long packetsBefore, long bytesBefore, long packetsAfter, long bytesAfter) {
    long packets = count("totalPackets");
    long bytes = count("totalBytes");
    if (packets < packetsBefore || packets > packetsAfter) {
      violate(
          "the emulator counts %d packets, the device %d to %d",
          packets, packetsBefore, packetsAfter);
    }
    if (bytes < bytesBefore || bytes > bytesAfter) {
      violate("the emulator counts %d bytes, the device %d to %d", bytes, bytesBefore, bytesAfter);
    }
  }

  private void checkChance(String figure, Chance chance, long trials) {
    if (chance.correlation() == 0 || semantics == Semantics.DOCUMENTED) {
      double c = chance.correlation();
      double inflation = c == 1 ? trials : (1 + c) / (1 - c);
      check(figure, new LossExpectation(chance.probability(), inflation), count(figure), trials);
    }
  }

  private void checkLoss(LossExpectation expected, long lost, long packets) {
    check("lost", expected, lost, packets);
  }

  private void check(String what, LossExpectation asked, long happened, long packets) {
    CountBounds.of(asked, packets)
        .filter(bounds -> !bounds.holds(happened))
        .ifPresent(
            bounds ->
                violate(
                    "%d of %d packets were %s, asked were %s %%%s",
                    happened, packets, what, 100 * asked.fraction(), bounds.text()));
  }

  private void checkDelay() {
    long delays = count("delays");
    if (delays == 0) {
      return;
    }
    double mean = figures.get("delayMeanMillis").doubleValue();
    double askedMean = asked.delay().meanNanos() / NANOS_PER_MILLI;
    double correlation = semantics == Semantics.KERNEL ? 0 : asked.delay().correlation();
    if (correlation == 1) {
      return;
    }
    double independent = delays * (1 - correlation) / (1 + correlation);
    double tolerance =
        CountBounds.Z * asked.delay().deviationNanos() / NANOS_PER_MILLI / Math.sqrt(independent)
            + 1e-5;
    if (Math.abs(mean - askedMean) > tolerance) {
      violate(
          "the mean of %d drawn delays is %.4f ms, asked were %.4f ± %.4f ms",
          delays, mean, askedMean, tolerance);
    }
  }

  private void checkLateness() {
    if (!figures.containsKey("latenessP99Micros")) {
      return;
    }
    // Of a few packets one that met a stalled machine is the 99th percentile: the median tells
    // then.
    boolean many = count("delays") >= PACKETS_FOR_P99;
    double late = figures.get(many ? "latenessP99Micros" : "latenessP50Micros").doubleValue();
    String which = many ? "1 %" : "half";
    if (late > LATE_VIOLATION_MICROS) {
      violate(
          "%s of packets left %.0f µs late or later, allowed are %.0f",
          which, late, LATE_VIOLATION_MICROS);
    } else if (late > LATE_WARNING_MICROS) {
      warnings.add(
          "%s: %s of packets left %.0f µs late or later".formatted(direction.label(), which, late));
    }
  }

  private long count(String figure) {
    return figures.get(figure).longValue();
  }

  private void violate(String format, Object... arguments) {
    violations.add(direction.label() + ": " + format.formatted(arguments));
  }
}
