package dev.transportbench.study;

import dev.transportbench.link.Backend;
import java.util.Optional;

/** Which link backends this machine can run. */
public final class Runnability {
  private Runnability() {}

  /** One line that says what is missing and how to get it; empty when the backend can run. */
  public static Optional<String> whyNot(Backend backend) {
    return Optional.empty();
  }
}
