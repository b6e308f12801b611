package dev.transportbench.link;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;

/** Skips a test, with the reason, where the machine cannot run a backend. */
public final class NeedsLink {
  private NeedsLink() {}

  public static void on(Backend backend) {
    Optional<String> why = LinkSupport.whyNot(backend);
    assumeTrue(why.isEmpty(), () -> why.orElse(""));
  }
}
