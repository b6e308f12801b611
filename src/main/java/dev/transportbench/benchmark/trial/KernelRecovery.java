package dev.transportbench.benchmark.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the kernel's TCP did about losses, in the namespace of the calling thread, since that came
 * up: {@code TcpExt} of {@code /proc/net/netstat}.
 */
final class KernelRecovery {
  private static final Path FILE = Path.of("/proc/thread-self/net/netstat");
  private static final String GROUP = "TcpExt:";
  private static final Map<String, String> NAMES =
      Map.of(
          "TCPFastRetrans", "fast retransmit",
          "TCPLossProbes", "tail loss probe",
          "TCPTimeouts", "RTO");

  private KernelRecovery() {}

  /** Empty where the kernel does not tell. */
  static Map<String, Long> read() {
    if (!Files.isReadable(FILE)) {
      return Map.of();
    }
    try {
      return parse(Files.readAllLines(FILE));
    } catch (IOException e) {
      return Map.of();
    }
  }

  /** A line of names is followed by one of values. */
  static Map<String, Long> parse(List<String> lines) {
    Map<String, Long> found = new LinkedHashMap<>();
    for (int i = 0; i + 1 < lines.size(); i += 2) {
      String[] names = lines.get(i).split(" ");
      String[] values = lines.get(i + 1).split(" ");
      for (int column = 1; names[0].equals(GROUP) && column < names.length; column++) {
        String name = NAMES.get(names[column]);
        if (name != null) {
          found.put(name, Long.parseLong(values[column]));
        }
      }
    }
    return found;
  }

  /** What was added between two readings. */
  static Map<String, Long> since(Map<String, Long> before, Map<String, Long> now) {
    Map<String, Long> more = new LinkedHashMap<>();
    now.forEach((name, value) -> more.put(name, value - before.getOrDefault(name, 0L)));
    return more;
  }
}
