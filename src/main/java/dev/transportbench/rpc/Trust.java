package dev.transportbench.rpc;

/** Whose certificate a client accepts. */
public enum Trust {
  /** The one that the {@link Identity} names, for its host alone: what a benchmark does. */
  CERTIFICATE,
  /** Any that an authority known to this JDK vouches for, for the host that was asked. */
  AUTHORITIES,
  /** Any at all: what tools call insecure. */
  ANYTHING
}
