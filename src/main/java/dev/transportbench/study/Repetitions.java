package dev.transportbench.study;

import dev.transportbench.study.noise.Noise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which forks the machine disturbed, which of them run once more, and which of a fork's two tries
 * counts.
 */
final class Repetitions {
  /**
   * At most this share of a run's forks, the most disturbed first: where more are disturbed, the
   * machine is busy, and running again would only meet it so again.
   */
  private static final double MOST = 0.25;

  private final double usualMegahertz;

  /**
   * @param entries of all forks that ended
   */
  Repetitions(Collection<Journal.Entry> entries) {
    this.usualMegahertz = median(entries);
  }

  /** Null when a fork was not disturbed, or nothing is known. */
  String disturbance(Journal.Entry entry) {
    return entry.noise() == null ? null : entry.noise().disturbance(usualMegahertz);
  }

  /** The tasks to run once more: forks that ended well, were disturbed, and have had one try. */
  static List<ForkTask> of(Plan plan, Map<String, Journal.Entry> ended, Journal journal) {
    Repetitions repetitions = new Repetitions(ended.values());
    Map<ForkTask, Double> disturbed = new LinkedHashMap<>();
    Set<String> had = new HashSet<>();
    for (Journal.Entry entry : journal.entries()) {
      if (entry.attempt() > 0) {
        had.add(entry.id());
      }
    }
    for (ForkTask task : plan.order()) {
      Journal.Entry entry = ended.get(task.id());
      if (!had.contains(task.id())
          && entry != null
          && entry.status() == Journal.Status.ok
          && !task.profiled()
          && repetitions.disturbance(entry) != null) {
        disturbed.put(task.again(), entry.noise().level());
      }
    }
    int most = (int) Math.ceil(MOST * plan.order().size());
    return disturbed.entrySet().stream()
        .sorted(Map.Entry.<ForkTask, Double>comparingByValue(Comparator.reverseOrder()))
        .limit(Math.max(0, most - had.size()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The second, unless it was disturbed more than the first; a failure always counts. */
  static Journal.Entry better(Journal.Entry first, Journal.Entry again) {
    boolean worse =
        again.status() == Journal.Status.ok
            && first != null
            && first.status() == Journal.Status.ok
            && first.noise() != null
            && again.noise() != null
            && again.noise().level() > first.noise().level();
    return worse ? first : again;
  }

  /** What a fork's part of the ledger says of the machine; null when nothing was watched. */
  Map<String, Object> record(Journal.Entry entry) {
    Noise noise = entry.noise();
    if (noise == null) {
      return null;
    }
    Map<String, Object> told = new LinkedHashMap<>();
    if (noise.notAvailable() != null) {
      told.put("notAvailable", noise.notAvailable());
      return told;
    }
    told.put("stealPercent", noise.stealPercent());
    told.put("otherPercent", noise.otherPercent());
    told.put("megahertz", known(noise.megahertz(), "no cpufreq, and no clock in /proc/cpuinfo"));
    told.put("celsius", known(noise.celsius(), "no thermal zone"));
    told.put("throttled", known(noise.throttled(), "no core_throttle_count"));
    told.put("attempt", entry.attempt());
    if (disturbance(entry) != null) {
      told.put("disturbed", disturbance(entry));
    }
    return told;
  }

  private static Object known(Object value, String otherwise) {
    return value == null ? "not available: " + otherwise : value;
  }

  private static double median(Collection<Journal.Entry> entries) {
    List<Double> values = new ArrayList<>();
    for (Journal.Entry entry : entries) {
      if (entry.noise() != null && entry.noise().megahertz() != null) {
        values.add(entry.noise().megahertz());
      }
    }
    values.sort(null);
    return values.isEmpty() ? Double.NaN : values.get(values.size() / 2);
  }
}
