package dev.transportbench.link;

import java.util.Locale;

/** How client and server are joined. */
public enum Topology {
  /** Each in a network namespace of its own. */
  SEPARATE,
  /**
   * Both in one namespace, on its own loopback device, told apart by address; only the kernel's
   * netem can impair that.
   */
  LOOPBACK;

  /** As profiles say it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
