package dev.transportbench.benchmark.trial;

import dev.transportbench.rpc.Terms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The kernel's settings that TCP runs by where no socket says otherwise. A namespace has its own of
 * each; what is read is the calling thread's. Source: the kernel's ip-sysctl.rst.
 */
final class KernelSettings {
  private static final Path FOLDER = Path.of("/proc/sys/net/ipv4");
  private static final List<String> NAMES =
      List.of("tcp_slow_start_after_idle", "tcp_rto_min_us", "tcp_no_metrics_save");

  private KernelSettings() {}

  /**
   * @param prefix goes before each {@code kernel.NAME}
   */
  static Map<String, String> read(String prefix) {
    Map<String, String> settings = new TreeMap<>();
    for (String name : NAMES) {
      settings.put(prefix + "kernel." + name, value(FOLDER.resolve(name)));
    }
    return settings;
  }

  private static String value(Path setting) {
    try {
      return new String(Files.readAllBytes(setting), StandardCharsets.US_ASCII).strip();
    } catch (IOException e) {
      // Another system, or a kernel before 6.15 that has no tcp_rto_min_us: 200 ms, fixed.
      return Terms.NOT_AVAILABLE;
    }
  }
}
