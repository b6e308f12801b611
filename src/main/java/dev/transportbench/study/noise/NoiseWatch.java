package dev.transportbench.study.noise;

import java.util.DoubleSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Watches the machine while a fork runs. What other processes took is what all cores did, less this
 * process and the children that it has waited for: the fork and, through it, the emulator.
 */
public final class NoiseWatch {
  /** Reading a clock's frequency can wake a core: seldom. */
  private static final long SAMPLE_SECONDS = 2;

  /** With a tick of 10 ms, fewer say too little: a fork of half a second. */
  private static final long LEAST_TICKS = 100;

  private final Machine machine;
  private final Machine.CpuTicks before;
  private final OptionalLong throttledBefore;
  private final DoubleSummaryStatistics megahertz = new DoubleSummaryStatistics();
  private final DoubleSummaryStatistics celsius = new DoubleSummaryStatistics();
  private final CountDownLatch ended = new CountDownLatch(1);

  private NoiseWatch(Machine machine) {
    this.machine = machine;
    boolean linux = machine.isLinux();
    this.before = linux ? machine.ticks() : null;
    this.throttledBefore = linux ? machine.throttled() : OptionalLong.empty();
  }

  /** From now on. */
  public static NoiseWatch start() {
    return start(new Machine());
  }

  static NoiseWatch start(Machine machine) {
    NoiseWatch watch = new NoiseWatch(machine);
    if (watch.before != null) {
      watch.sample();
      Thread sampler = new Thread(watch::sampleUntilEnded, "noise-watch");
      sampler.setDaemon(true);
      sampler.start();
    }
    return watch;
  }

  private void sampleUntilEnded() {
    try {
      while (!ended.await(SAMPLE_SECONDS, TimeUnit.SECONDS)) {
        sample();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void sample() {
    machine.megahertz().ifPresent(megahertz::accept);
    machine.celsius().ifPresent(celsius::accept);
  }

  /** Until now; the fork must have ended and been waited for. */
  public Noise end() {
    ended.countDown();
    if (before == null) {
      return Noise.unknown("needs Linux: /proc/stat");
    }
    Machine.CpuTicks now = machine.ticks();
    OptionalLong throttled = machine.throttled();
    long all = now.all() - before.all();
    if (all < LEAST_TICKS) {
      return Noise.unknown("the fork was too short: %d ticks of all cores".formatted(all));
    }
    long steal = now.steal() - before.steal();
    long busy = all - steal - (now.idle() - before.idle());
    long other = Math.max(0, busy - (now.own() - before.own()));
    synchronized (this) {
      return new Noise(
          null,
          percent(steal, all),
          percent(other, all),
          rounded(mean(megahertz)),
          rounded(
              celsius.getCount() == 0
                  ? OptionalDouble.empty()
                  : OptionalDouble.of(celsius.getMax())),
          throttled.isEmpty() || throttledBefore.isEmpty()
              ? null
              : throttled.getAsLong() - throttledBefore.getAsLong());
    }
  }

  private static OptionalDouble mean(DoubleSummaryStatistics values) {
    return values.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(values.getAverage());
  }

  private static Double rounded(OptionalDouble value) {
    return value.isEmpty() ? null : (Double) (double) Math.round(value.getAsDouble());
  }

  private static double percent(long part, long whole) {
    return Math.round(10_000.0 * part / whole) / 100.0;
  }
}
