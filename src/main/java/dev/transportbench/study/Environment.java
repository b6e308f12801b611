package dev.transportbench.study;

import com.google.protobuf.RuntimeVersion;
import dev.transportbench.benchmark.CaptureOptions;
import dev.transportbench.benchmark.ForkJvm;
import io.netty.util.Version;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a result depends on beside the study: code, machine, JDK, libraries. No host name and no
 * absolute path: results are published.
 */
final class Environment {
  /** What was captured in every fork, if anything was. */
  static final String CAPTURES = "captures";

  private static final String UNKNOWN = "unknown";

  private Environment() {}

  /** As it is now. Plain strings, numbers, lists and maps. */
  static Map<String, Object> now(Build build, long seed, List<String> commandLine) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("version", build.version());
    all.put("commit", build.commit());
    all.put("dirty", build.dirty() == null ? UNKNOWN : build.dirty());
    all.put("jarSha256", build.jarSha256() == null ? "not a jar" : build.jarSha256());
    all.put("os", System.getProperty("os.name"));
    all.put("arch", System.getProperty("os.arch"));
    all.put("kernel", System.getProperty("os.version"));
    all.put("cpu", field(Path.of("/proc/cpuinfo"), "model name"));
    all.put("cores", Runtime.getRuntime().availableProcessors());
    all.put("pinning", CorePinning.ofThisMachine().text());
    all.put("memoryMiB", memoryMebibytes());
    all.put("jdk", javaVersion());
    all.put("forkJvmArgs", ForkJvm.args());
    all.put("netty", netty());
    all.put("jmh", jmh());
    all.put("protobuf", protobuf());
    all.putAll(build.libraries());
    all.put("seed", seed);
    List<String> captures = CaptureOptions.ofThisProcess().names();
    if (!captures.isEmpty()) {
      all.put(CAPTURES, captures);
    }
    all.put("commandLine", String.join(" ", withoutAbsolutePaths(commandLine)));
    all.put("startUtc", utcNow());
    all.put("loadAtStart", load());
    return all;
  }

  static String utcNow() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The 1-minute load average; negative where the system has none. */
  static double load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return Math.round(load * 100) / 100.0;
  }

  static String javaVersion() {
    return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
  }

  private static String netty() {
    Version common = Version.identify(Environment.class.getClassLoader()).get("netty-common");
    return common == null ? UNKNOWN : common.artifactVersion();
  }

  private static String jmh() {

    return org.openjdk.jmh.util.Version.getPlainVersion();
  }

  private static String protobuf() {
    return RuntimeVersion.OSS_MAJOR
        + "."
        + RuntimeVersion.OSS_MINOR
        + "."
        + RuntimeVersion.OSS_PATCH
        + RuntimeVersion.OSS_SUFFIX;
  }

  private static Object memoryMebibytes() {
    String total = field(Path.of("/proc/meminfo"), "MemTotal");
    String digits = total.replaceAll("\\D", "");
    return digits.isEmpty() ? UNKNOWN : Long.parseLong(digits) / 1024;
  }

  private static String field(Path file, String name) {
    try {
      for (String line : Files.readAllLines(file)) {
        int colon = line.indexOf(':');
        if (colon > 0 && line.substring(0, colon).strip().equals(name)) {
          return line.substring(colon + 1).strip();
        }
      }
    } catch (IOException e) {
      return UNKNOWN;
    }
    return UNKNOWN;
  }

  private static List<String> withoutAbsolutePaths(List<String> words) {
    return words.stream().map(word -> word.replaceAll("(^|=)/\\S*/", "$1…/")).toList();
  }
}
