package dev.transportbench.benchmark.trial;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Whether both ends of a connection got the same terms. */
final class EqualTerms {
  /** Granted buffers may differ by side; what is negotiated may not. */
  private static final Set<String> SAME_ON_BOTH_SIDES =
      Set.of("tls.version", "tls.suite", "congestion", "flow.window.bytes");

  private EqualTerms() {}

  /**
   * Joins both sides' terms under {@code client.} and {@code server.}; adds one line to {@code
   * violations} for each that differs and should not.
   */
  static Map<String, String> compare(
      Map<String, String> client, Map<String, String> server, List<String> violations) {
    Map<String, String> terms = new TreeMap<>();
    client.forEach((name, value) -> terms.put("client." + name, value));
    server.forEach((name, value) -> terms.put("server." + name, value));
    for (String name : SAME_ON_BOTH_SIDES) {
      String ofClient = client.get(name);
      String ofServer = server.get(name);
      if (ofClient != null && ofServer != null && !ofClient.equals(ofServer)) {
        violations.add(
            "terms unlike: %s is %s on the client and %s on the server"
                .formatted(name, ofClient, ofServer));
      }
    }
    return terms;
  }
}
