package dev.transportbench.link;

/** An end of a link. */
public enum End {
  CLIENT,
  SERVER
}
