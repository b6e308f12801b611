package dev.transportbench.benchmark.trial;

import dev.transportbench.link.Backend;
import dev.transportbench.rpc.Terms;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Whether both ends of a connection got the terms that were asked for. */
final class EqualTerms {
  private static final String INITIAL_WINDOW = "initial.window.packets";

  /** Granted buffers may differ by side; what is negotiated may not. */
  private static final Set<String> SAME_ON_BOTH_SIDES =
      Set.of(
          "tls.version",
          "tls.suite",
          "tls.handshake",
          "congestion",
          INITIAL_WINDOW,
          "flow.window.bytes",
          "offload");

  /** As RFC 6928 and RFC 9002 §7.2 have it. */
  private static final String INITIAL_WINDOW_PACKETS = "10";

  private static final String BBR_AFTER_ONE_ACK = "11";

  private EqualTerms() {}

  /**
   * Joins both sides' terms under {@code client.} and {@code server.}, and adds what the link has
   * to do with them. A line goes to {@code violations} for each that differs between the sides or
   * from what was asked.
   */
  static Map<String, String> of(
      TrialSettings settings,
      Map<String, String> client,
      Map<String, String> server,
      List<String> violations) {
    Map<String, String> terms = new TreeMap<>();
    client.forEach((name, value) -> terms.put("client." + name, value));
    server.forEach((name, value) -> terms.put("server." + name, value));
    if (!terms.isEmpty()) {
      terms.put(
          "link.offload",
          settings.backend() == Backend.LOOPBACK
              ? "as the host has it"
              : settings.terms().offload().label());
    }
    for (String name : SAME_ON_BOTH_SIDES) {
      String ofClient = counted(settings.terms(), name, client.get(name));
      String ofServer = counted(settings.terms(), name, server.get(name));
      if (ofClient != null && ofServer != null && !ofClient.equals(ofServer)) {
        violations.add(
            "terms unlike: %s is %s on the client and %s on the server"
                .formatted(name, ofClient, ofServer));
      }
    }
    asked(settings.terms())
        .forEach(
            (name, value) -> {
              Terms all = settings.terms();
              check("client", name, value, counted(all, name, client.get(name)), violations);
              check("server", name, value, counted(all, name, server.get(name)), violations);
            });
    return terms;
  }

  /**
   * The kernel's BBR widens its window by each packet that is acknowledged, from the first on and
   * however little is in flight; the others wait until the window limits them. So a client whose
   * SYN was acknowledged may show 11 before it has sent anything, and began with 10.
   */
  private static String counted(Terms asked, String name, String value) {
    return name.equals(INITIAL_WINDOW)
            && asked.congestion().equals("bbr")
            && BBR_AFTER_ONE_ACK.equals(value)
        ? INITIAL_WINDOW_PACKETS
        : value;
  }

  private static Map<String, String> asked(Terms terms) {
    return Map.of(
        "tls.version",
        terms.tlsVersion().protocol(),
        "tls.handshake",
        terms.handshake().label(),
        "congestion",
        terms.congestion(),
        INITIAL_WINDOW,
        INITIAL_WINDOW_PACKETS,
        "flow.window.bytes",
        String.valueOf(terms.flowWindowBytes()),
        "offload",
        terms.offload().label());
  }

  /** What a transport has not is no deviation; what can't be read is told by its value. */
  private static void check(
      String side, String name, String asked, String got, List<String> violations) {
    if (got != null && !got.equals(Terms.NOT_AVAILABLE) && !got.equals(asked)) {
      violations.add(
          "terms: %s is %s on the %s, asked for was %s".formatted(name, got, side, asked));
    }
  }
}
