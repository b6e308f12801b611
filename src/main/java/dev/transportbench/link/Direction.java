package dev.transportbench.link;

import java.util.Locale;

/** A direction of a link. */
public enum Direction {
  /** Client to server. */
  UP(End.CLIENT),
  /** Server to client. */
  DOWN(End.SERVER);

  private final End from;

  Direction(End from) {
    this.from = from;
  }

  /** The end where its packets enter the link. */
  public End from() {
    return from;
  }

  /** As profiles and evidence say it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
