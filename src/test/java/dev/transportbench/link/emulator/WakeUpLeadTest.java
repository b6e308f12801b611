package dev.transportbench.link.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A thread that wakes up late, on a clock of the test's. */
class WakeUpLeadTest {
  private static final int WAKE_UPS = 20_000;

  /** Errors of the packets, sorted, and the share of time that was waited out awake. */
  private record Outcome(long[] errors, double awakeShare) {
    long quantile(double fraction) {
      return errors[(int) (fraction * (errors.length - 1))];
    }
  }

  private interface Lateness {
    long next(Random random);
  }

  /** Of a machine that wakes up so late. The first tenth is for learning. */
  private static Outcome run(WakeUpLead lead, long gapNanos, Lateness lateness) {
    Random random = new Random(1);
    long[] errors = new long[WAKE_UPS];
    long clock = 0;
    long start = 0;
    long awakeBefore = 0;
    for (int i = -WAKE_UPS / 10; i < WAKE_UPS; i++) {
      if (i == 0) {
        start = clock;
        awakeBefore = lead.awakeNanos();
      }
      long due = clock + gapNanos;
      long timer = due - lead.nanos(clock);
      long late = lateness.next(random);
      clock = timer + late;
      lead.woke(late);
      lead.waited(Math.max(0, due - clock));
      clock = Math.max(clock, due);
      if (i >= 0) {
        errors[i] = clock - due;
      }
    }
    Arrays.sort(errors);
    double awake = lead.awakeNanos() - awakeBefore;
    return new Outcome(errors, awake / (clock - start));
  }

  private static long exponential(Random random, long mean) {
    return Math.round(-mean * Math.log(1 - random.nextDouble()));
  }

  @Test
  void takesTheLatenessOfSparseWakeUpsAway() {
    Lateness slow = random -> 30_000 + exponential(random, 20_000);
    Outcome without = run(new WakeUpLead(false), 1_000_000, slow);
    Outcome with = run(new WakeUpLead(true), 1_000_000, slow);
    assertThat(without.awakeShare()).isZero();
    assertThat(without.quantile(0.5)).isBetween(40_000L, 50_000L);
    assertThat(with.quantile(0.5)).isZero();
    assertThat(with.quantile(0.89)).isLessThan(1_000);
    assertThat(with.quantile(0.99)).isLessThan(without.quantile(0.99) - 60_000);
    assertThat(with.awakeShare()).isLessThan(0.05);
  }

  @Test
  void isAwakeForNoMoreThanItsShareHoweverManyPacketsThereAre() {
    Lateness varied = random -> exponential(random, 30_000);
    for (long gap : new long[] {20_000, 50_000, 100_000, 300_000, 1_000_000}) {
      assertThat(run(new WakeUpLead(true), gap, varied).awakeShare())
          .as("%d ns apart", gap)
          .isLessThan(0.051);
    }
  }

  @Test
  void costsNextToNothingWhereWakeUpsAreQuick() {
    Outcome quick = run(new WakeUpLead(true), 1_000_000, random -> 3_000 + random.nextInt(2_000));
    assertThat(quick.quantile(0.5)).isZero();
    assertThat(quick.awakeShare()).isLessThan(0.004);
  }

  @Test
  void isNeverLongerThanItsBound() {
    WakeUpLead lead = new WakeUpLead(true);
    run(lead, 10_000_000, random -> 5_000_000);
    long clock = 1L << 50;
    assertThat(lead.nanos(clock)).isEqualTo(WakeUpLead.LONGEST_NANOS);
    lead.waited(WakeUpLead.LONGEST_NANOS);
    lead.waited(WakeUpLead.LONGEST_NANOS);
    // A long pause saves up two, no more.
    assertThat(lead.nanos(clock)).isZero();
  }

  @Test
  void forgetsWhenTheMachineGetsQuick() {
    WakeUpLead lead = new WakeUpLead(true);
    run(lead, 1_000_000, random -> 90_000);
    Outcome quick = run(lead, 1_000_000, random -> 4_000);
    assertThat(quick.awakeShare()).isLessThan(0.004);
  }

  @Test
  void isNoneWhereItIsNotAllowed() {
    WakeUpLead lead = new WakeUpLead(false);
    run(lead, 1_000_000, random -> 90_000);
    assertThat(lead.nanos(1L << 50)).isZero();
    assertThat(lead.toJson()).isEqualTo("{\"leadMicros\":0.0,\"awakeMillis\":0.000}");
  }
}
