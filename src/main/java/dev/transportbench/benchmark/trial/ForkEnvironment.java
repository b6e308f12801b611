package dev.transportbench.benchmark.trial;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the machine did to this fork: CPU time stolen by the host, other load, the pauses of its
 * JVM, the flags that it ran with. Source: proc(5), {@code /proc/stat}'s first line (USER_HZ ticks
 * over all cores).
 */
final class ForkEnvironment {
  private static final int USER = 0;
  private static final int IDLE = 3;
  private static final int IOWAIT = 4;
  private static final int STEAL = 7;

  /** Linux's; elsewhere a fork tells its JVM and no more. */
  private static final boolean HAS_PROC = Files.isReadable(Path.of("/proc/stat"));

  private final long[] ticksAtStart = HAS_PROC ? cpuTicks() : new long[STEAL + 1];
  private final String loadAtStart = HAS_PROC ? load() : "";
  private final PauseCounters pauses = new PauseCounters();

  private ForkEnvironment() {}

  static ForkEnvironment begin() {
    return new ForkEnvironment();
  }

  /** Since {@link #begin}. */
  Map<String, Object> end() {
    Map<String, Object> found = new LinkedHashMap<>();
    if (HAS_PROC) {
      long[] now = cpuTicks();
      long all = 0;
      for (int i = USER; i <= STEAL; i++) {
        all += now[i] - ticksAtStart[i];
      }
      long idle = now[IDLE] - ticksAtStart[IDLE] + now[IOWAIT] - ticksAtStart[IOWAIT];
      found.put("stealPercent", percent(now[STEAL] - ticksAtStart[STEAL], all));
      found.put("busyPercent", percent(all - idle, all));
      found.put("loadAtStart", loadAtStart);
      found.put("loadAtEnd", load());
    }
    found.put("cores", Runtime.getRuntime().availableProcessors());
    found.put("pauses", pauses.since());
    found.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    found.put(
        "jvmFlags",
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(
                flag -> !flag.startsWith("-Dbench.") && !flag.startsWith("-XX:CompileCommandFile"))
            .toList());
    return found;
  }

  private static double percent(long part, long whole) {
    return whole == 0 ? 0 : Math.round(10_000.0 * part / whole) / 100.0;
  }

  private static long[] cpuTicks() {
    String[] fields = read("/proc/stat").lines().findFirst().orElseThrow().trim().split("\\s+");
    long[] ticks = new long[STEAL + 1];
    for (int i = 0; i < ticks.length; i++) {
      ticks[i] = Long.parseLong(fields[i + 1]);
    }
    return ticks;
  }

  private static String load() {
    String[] fields = read("/proc/loadavg").split(" ");
    return fields[0];
  }

  private static String read(String path) {
    try {
      return new String(Files.readAllBytes(Path.of(path)), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + path + ": " + e.getMessage(), e);
    }
  }
}
