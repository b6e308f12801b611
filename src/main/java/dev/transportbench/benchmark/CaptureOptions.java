package dev.transportbench.benchmark;

import dev.transportbench.config.BadInputException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be written down of each fork beside its figures: system properties of the process that
 * is started ({@code java -Dbench.pcap=true …}), handed on to its forks.
 *
 * @param pcap every packet that enters the link ({@code bench.pcap})
 * @param keylog the secrets of TLS and QUIC that make them readable ({@code bench.keylog})
 * @param qlog the events of QUIC connections, of both ends ({@code bench.qlog})
 */
public record CaptureOptions(boolean pcap, boolean keylog, boolean qlog) {
  private static final String PCAP = "pcap";
  private static final String KEYLOG = "keylog";
  private static final String QLOG = "qlog";

  /**
   * This process's.
   *
   * @throws BadInputException when one is neither true nor false
   */
  public static CaptureOptions ofThisProcess() {
    return new CaptureOptions(isOn(PCAP), isOn(KEYLOG), isOn(QLOG));
  }

  private static boolean isOn(String name) {
    String value = System.getProperty("bench." + name, "false");
    switch (value) {
      case "", "true":
        return true;
      case "false":
        return false;
      default:
        throw new BadInputException(
            "-Dbench.%s: '%s' is unknown; allowed: true, false".formatted(name, value));
    }
  }

  /** The names of those that are on. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    if (pcap) {
      names.add(PCAP);
    }
    if (keylog) {
      names.add(KEYLOG);
    }
    if (qlog) {
      names.add(QLOG);
    }
    return names;
  }

  /** What switches the same on in another JVM. */
  public List<String> jvmArgs() {
    return names().stream().map(name -> "-Dbench." + name + "=true").toList();
  }
}
