package dev.transportbench.benchmark;

import dev.transportbench.rpc.Trait;
import java.util.Optional;
import java.util.Set;

/** How many file descriptors a cell's sockets need: both ends are in one process. */
public final class Descriptors {
  /** For the JVM, its jars, the link and the event loops. */
  private static final int BESIDE = 500;

  private Descriptors() {}

  /** For so many connections, a QUIC server having one socket for all of its own. */
  public static long needed(Set<Trait> traits, int connections) {
    if (traits.contains(Trait.IN_MEMORY)) {
      return 0;
    }
    int each = traits.contains(Trait.UDP) ? 1 : 2;
    return (long) each * connections + BESIDE;
  }

  /** Why so many cannot be had, in one line; raises this process's limit where it may. */
  public static Optional<String> problem(Set<Trait> traits, int connections) {
    long needed = needed(traits, connections);
    if (needed <= BESIDE + 2) {
      return Optional.empty();
    }
    long limit = dev.transportbench.link.linux.Descriptors.raise(needed);
    return Long.compareUnsigned(limit, needed) >= 0
        ? Optional.empty()
        : Optional.of(
            "connections %d need %d file descriptors; this process may have %d, and not raise that:"
                    .formatted(connections, needed, limit)
                + " it takes CAP_SYS_RESOURCE, or ulimit -Hn by who has it");
  }
}
