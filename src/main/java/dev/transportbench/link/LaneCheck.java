package dev.transportbench.link;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares what the emulator did in one direction with what was asked of it. */
final class LaneCheck {
  /** Quantile of the normal distribution: 99.99 % of draws lie within this many deviations. */
  private static final double Z = 3.89;

  /** Fewer expected losses (or survivals) say nothing. */
  private static final double LEAST_EXPECTED = 10;

  /** Ten lie above the 99th percentile of so many. */
  private static final long PACKETS_FOR_P99 = 1_000;

  private static final double LATE_WARNING_MICROS = 1_000;
  private static final double LATE_VIOLATION_MICROS = 5_000;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Direction direction;
  private final Impairment asked;
  private final Map<String, Number> figures;
  private final List<String> violations;
  private final List<String> warnings;

  LaneCheck(
      Direction direction,
      Impairment asked,
      Map<String, Number> figures,
      List<String> violations,
      List<String> warnings) {
    this.direction = direction;
    this.asked = asked;
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
    checkLoss(count("lost"), count("packets"));
    checkDelay();
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

  private void checkLoss(long lost, long packets) {
    double p = asked.loss();
    double expected = packets * p;
    if (p == 0 || p == 1) {
      if (lost != (long) expected) {
        violate("%d of %d packets were lost, asked were %s %%", lost, packets, 100 * p);
      }
      return;
    }
    if (expected < LEAST_EXPECTED || packets - expected < LEAST_EXPECTED) {
      return;
    }
    // The binomial's quantiles by Cornish and Fisher: normal, corrected for skewness.
    double deviation = Math.sqrt(expected * (1 - p));
    double skewness = (1 - 2 * p) / deviation;
    double correction = (Z * Z - 1) / 6 * skewness;
    double low = expected + deviation * (-Z + correction) - 1;
    double high = expected + deviation * (Z + correction) + 1;
    if (lost < low || lost > high) {
      violate(
          "%d of %d packets were lost, asked were %s %%, which allows %d to %d",
          lost, packets, 100 * p, (long) Math.ceil(Math.max(0, low)), (long) high);
    }
  }

  private void checkDelay() {
    long delays = count("delays");
    if (delays == 0) {
      return;
    }
    double mean = figures.get("delayMeanMillis").doubleValue();
    double askedMean = asked.owdNanos() / NANOS_PER_MILLI;
    double tolerance = Z * asked.delayDeviationNanos() / NANOS_PER_MILLI / Math.sqrt(delays) + 1e-5;
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
