package dev.transportbench.rpc;

import java.util.Locale;

/** Which end of a connection. Threads that belong to a side are named with this as prefix. */
public enum Role {
  CLIENT,
  SERVER;

  /** {@code client-} or {@code server-}: the prefix of the side's thread names. */
  public String threadPrefix() {
    return name().toLowerCase(Locale.ROOT) + "-";
  }
}
