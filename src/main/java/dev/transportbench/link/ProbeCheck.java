package dev.transportbench.link;

import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.LinkProbe.Heard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares what a probe heard in one direction with what was asked of the link. */
final class ProbeCheck {
  /** The median of n draws is off by so many deviations' mean more than their mean is. */
  private static final double MEDIAN_TO_MEAN = 1.2533;

  private static final double EARLY_MILLIS = 0.05;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double OFTEN = 0.4;

  private final Direction direction;
  private final Impairment asked;
  private final Semantics semantics;
  private final Heard heard;
  private final Backend backend;
  private final double lateMillis;

  /**
   * @param backend that the link was on
   * @param lateMillis how much later than asked the median may be
   */
  ProbeCheck(
      Direction direction, LinkProfile profile, Backend backend, Heard heard, double lateMillis) {
    this.backend = backend;
    this.direction = direction;
    asked = profile.impairment(direction);
    semantics = profile.semantics();
    this.heard = heard;
    this.lateMillis = lateMillis;
  }

  Map<String, Object> measured() {
    Map<String, Object> measured = new LinkedHashMap<>();
    measured.put("sent", heard.sent());
    measured.put("lost", heard.lost());
    measured.put("copies", heard.copies());
    measured.put("outOfOrder", heard.outOfOrder());
    if (!heard.numbers().isEmpty()) {
      measured.put("delayP10Millis", heard.delayMillis(0.1));
      measured.put("delayP50Millis", heard.delayMillis(0.5));
      measured.put("delayP90Millis", heard.delayMillis(0.9));
    }
    return measured;
  }

  /** One line for each figure that is off by more than its tolerance. */
  List<String> violations() {
    List<String> violations = new ArrayList<>();
    int got = heard.sent() - heard.lost();
    if (asked.drops().udpBlocked()) {
      if (got > 0) {
        violations.add(line("%d of %d UDP probes got through, asked were none", got, heard.sent()));
      }
      return violations;
    }
    lossExpected()
        .flatMap(expected -> CountBounds.of(expected, heard.sent()))
        .filter(bounds -> !bounds.holds(heard.lost()))
        .ifPresent(
            bounds ->
                violations.add(
                    line(
                        "%d of %d probes were lost%s", heard.lost(), heard.sent(), bounds.text())));
    Optional<Double> median = medianMillis();
    if (median.isPresent() && got > 0) {
      double spread =
          CountBounds.Z
              * MEDIAN_TO_MEAN
              * asked.delay().deviationNanos()
              / NANOS_PER_MILLI
              / Math.sqrt(independent(got));
      double measured = heard.delayMillis(0.5);
      double low = median.get() - spread - EARLY_MILLIS;
      double high = median.get() + spread + lateMillis;
      if (measured < low || measured > high) {
        violations.add(
            line(
                "the median of %d probes' delays is %.3f ms, allowed are %.3f to %.3f ms",
                got, measured, low, high));
      }
    }
    return violations;
  }

  private double independent(int got) {
    double c = semantics == Semantics.KERNEL ? 0 : asked.delay().correlation();
    return Math.max(1, got * (1 - c) / (1 + c));
  }

  /** Empty where a probe's loss says nothing, or is not known. */
  private Optional<LossExpectation> lossExpected() {
    boolean known =
        asked.drops().isNone()
            && asked.corrupt().probability() == 0
            && asked.duplicate().probability() == 0
            && asked.rate().traceFile().isEmpty()
            && asked.steps().equals(Steps.NONE)
            && !asked.ecn();
    return known ? LossExpectation.of(asked.loss(), semantics) : Optional.empty();
  }

  /** Of a sparse probe's delays; empty where it depends on more than the draw. */
  Optional<Double> medianMillis() {
    Delay delay = asked.delay();
    boolean ordered = delay.ordered() && delay.jitterNanos() > 0;
    if (ordered
        || delay.redrawNanos() > 0
        || !asked.slot().isNone()
        || asked.rate().poisson()
        || !asked.rate().traceFile().isEmpty()
        || !asked.steps().equals(Steps.NONE)
        || asked.duplicate().probability() > 0
        || asked.reorder().chance().probability() > OFTEN) {
      return Optional.empty();
    }
    double nanos = delay.owdNanos();
    boolean table =
        delay.distribution() != JitterDistribution.UNIFORM
            && delay.distribution() != JitterDistribution.NORMAL;
    if (table && delay.jitterNanos() > 0) {
      DelayTable entries = DelayTable.of(delay.distribution(), delay.tableFile());
      nanos += (double) delay.jitterNanos() * entries.entry(entries.size() / 2) / DelayTable.UNIT;
    }
    nanos = Math.max(0, nanos);
    // The token bucket that stands in for a rate with a queue lets a lone packet go at once.
    boolean bucket = backend == Backend.NETEM && !asked.queue().equals(QueueLimit.NONE);
    if (asked.rate().bitsPerSecond() > 0 && !bucket) {
      nanos += asked.rate().nanosFor(LinkProbe.IP_BYTES);
    }
    return Optional.of(nanos / NANOS_PER_MILLI);
  }

  private String line(String format, Object... arguments) {
    return direction.label() + ": " + format.formatted(arguments);
  }
}
