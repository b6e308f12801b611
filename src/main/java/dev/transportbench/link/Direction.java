package dev.transportbench.link;

/** A direction of a link. */
public enum Direction {
  /** Client to server. */
  UP,
  /** Server to client. */
  DOWN
}
