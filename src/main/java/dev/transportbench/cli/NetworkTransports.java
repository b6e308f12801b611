package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import java.util.stream.Collectors;

/** The transports that have another end to talk to. */
final class NetworkTransports {
  /** Where RPCs are answered, in URLs of a scheme that has paths. */
  static final String RPC_PATH = "/rpc";

  private NetworkTransports() {}

  static Transport named(String name) {
    Transport transport = Transports.all().get(name);
    if (transport == null) {
      throw bad(name, "is unknown");
    }
    if (transport.traits().contains(Trait.IN_MEMORY)) {
      throw bad(name, "uses no network");
    }
    return transport;
  }

  static boolean hasPaths(Transport transport) {
    return transport.scheme().equals("https") || transport.scheme().equals("wss");
  }

  private static BadInputException bad(String name, String problem) {
    return new BadInputException(
        "TRANSPORT: '%s' %s; allowed: %s"
            .formatted(
                name,
                problem,
                Transports.all().values().stream()
                    .filter(each -> !each.traits().contains(Trait.IN_MEMORY))
                    .map(Transport::name)
                    .collect(Collectors.joining(", "))));
  }
}
