package dev.transportbench.benchmark.trial;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often and for how long the JVM stopped its threads: for collections, and at safepoints of any
 * kind, those included. The JDK counts safepoints in a class that it exports to nobody; the flags
 * of a fork open it.
 */
final class PauseCounters {
  private static final String INTERNAL = "sun.management.";

  private final Map<String, Long> atStart = read();

  /** Since this was made: {@code gc} and {@code safepoint}, {@code .count} and {@code .millis}. */
  Map<String, Object> since() {
    Map<String, Object> since = new TreeMap<>();
    read().forEach((name, value) -> since.put(name, value - atStart.getOrDefault(name, 0L)));
    if (!since.containsKey("safepoint.count")) {
      since.put(
          "safepoint.count",
          "not available: needs --add-exports=java.management/sun.management=ALL-UNNAMED");
    }
    return since;
  }

  private static Map<String, Long> read() {
    Map<String, Long> counters = new TreeMap<>();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      counters.merge("gc.count", collector.getCollectionCount(), Long::sum);
      counters.merge("gc.millis", collector.getCollectionTime(), Long::sum);
    }
    try {
      Object runtime =
          Class.forName(INTERNAL + "ManagementFactoryHelper")
              .getMethod("getHotspotRuntimeMBean")
              .invoke(null);
      Class<?> type = Class.forName(INTERNAL + "HotspotRuntimeMBean");
      counters.put("safepoint.count", (Long) type.getMethod("getSafepointCount").invoke(runtime));
      counters.put(
          "safepoint.millis", (Long) type.getMethod("getTotalSafepointTime").invoke(runtime));
    } catch (ReflectiveOperationException e) {
      // Said by whoever asks for what is missing.
      return counters;
    }
    return counters;
  }
}
