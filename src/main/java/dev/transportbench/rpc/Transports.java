package dev.transportbench.rpc;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The transports on the class path, ours and others', by name. */
public final class Transports {
  private Transports() {}

  /**
   * @throws IllegalStateException when two have the same name
   */
  public static Map<String, Transport> all() {
    Map<String, Transport> byName = new TreeMap<>();
    for (Transport transport : ServiceLoader.load(Transport.class)) {
      Transport other = byName.put(transport.name(), transport);
      if (other != null) {
        throw new IllegalStateException(
            "transport '%s' is provided twice: by %s and by %s"
                .formatted(
                    transport.name(), other.getClass().getName(), transport.getClass().getName()));
      }
    }
    return byName;
  }

  /**
   * @throws IllegalArgumentException when there is none of that name; the message lists those there
   *     are
   */
  public static Transport named(String name) {
    Map<String, Transport> all = all();
    Transport transport = all.get(name);
    if (transport == null) {
      throw new IllegalArgumentException(
          "transport: '%s' is unknown; allowed: %s"
              .formatted(name, String.join(", ", all.keySet())));
    }
    return transport;
  }
}
