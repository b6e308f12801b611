package dev.transportbench.link;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares what the kernel's netem has and did in one direction with what was asked of it. */
final class NetemCheck {
  private final Direction direction;
  private final Impairment asked;
  private final Reading reading;
  private final List<String> violations;

  /**
   * A netem as tc shows it.
   *
   * @param tokenBucket below it; null where there is none
   */
  record Reading(Tc.Discipline netem, Tc.Discipline tokenBucket) {
    List<String> differencesFrom(Impairment asked) {
      return AppliedSettings.applied(netem, tokenBucket)
          .differencesFrom(AppliedSettings.asked(asked));
    }

    Reading since(Reading earlier) {
      return new Reading(
          netem.since(earlier.netem),
          tokenBucket == null || earlier.tokenBucket == null
              ? tokenBucket
              : tokenBucket.since(earlier.tokenBucket));
    }

    long delivered() {
      return netem.packets();
    }

    /** By the token bucket, which netem counts among its own. */
    long queueDropped() {
      return tokenBucket == null ? 0 : tokenBucket.drops();
    }

    /** By netem: by chance, or since it held as many as its limit allows. */
    long dropped() {
      return netem.drops() - queueDropped();
    }

    /** All that came, copies that it made included. */
    long seen() {
      return netem.packets() + netem.drops() + netem.waiting();
    }
  }

  NetemCheck(Direction direction, Impairment asked, Reading reading, List<String> violations) {
    this.direction = direction;
    this.asked = asked;
    this.reading = reading;
    this.violations = violations;
  }

  /** May be added to. */
  Map<String, Object> measured() {
    Map<String, Object> measured = new LinkedHashMap<>();
    measured.put("packets", reading.seen());
    measured.put("delivered", reading.delivered());
    if (dropsAreLosses()) {
      measured.put("lost", reading.dropped());
      if (reading.seen() > 0) {
        measured.put("lossFraction", (double) reading.dropped() / reading.seen());
      }
    } else {
      measured.put("dropped", reading.dropped());
    }
    if (reading.tokenBucket() != null) {
      measured.put("queueDropped", reading.queueDropped());
    }
    measured.put(
        "applied", AppliedSettings.applied(reading.netem(), reading.tokenBucket()).asData());
    return measured;
  }

  void againstAsked() {
    reading
        .differencesFrom(asked)
        .forEach(line -> violate("the kernel no longer has what was asked: " + line));
    // The kernel counts a copy of a lost packet as no loss, a marked one neither.
    if (!dropsAreLosses() || asked.duplicate().probability() > 0 || asked.ecn()) {
      return;
    }
    LossExpectation.of(asked.loss(), Semantics.KERNEL)
        .flatMap(expected -> CountBounds.of(expected, reading.seen()))
        .filter(bounds -> !bounds.holds(reading.dropped()))
        .ifPresent(
            bounds ->
                violate(
                    "%d of %d packets were lost%s"
                        .formatted(reading.dropped(), reading.seen(), bounds.text())));
  }

  /** netem's total must lie between two readings of the device, taken around its own. */
  void againstDevice(long before, long after) {
    // A copy was never sent; a token bucket's queue is missing from the count before Linux 6.13.
    boolean comparable = asked.duplicate().probability() == 0 && reading.tokenBucket() == null;
    if (comparable && (reading.seen() < before || reading.seen() > after)) {
      violate(
          "netem counts %d packets, the device %d to %d".formatted(reading.seen(), before, after));
    }
  }

  /** Where a rate fills the limit, a drop may be either. */
  private boolean dropsAreLosses() {
    return asked.rate().isNone() || reading.tokenBucket() != null;
  }

  private void violate(String line) {
    violations.add(direction.label() + ": " + line);
  }
}
