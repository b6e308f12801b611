package dev.transportbench.study;

/**
 * One fork to run.
 *
 * @param fork 0 for a cell's first
 * @param linkSeed what decides the link's losses and delays: the same for the same fork of every
 *     cell, so that transports meet the same link, and another for each fork
 * @param profiled whether stacks are sampled: such a fork comes after a cell's others, and nothing
 *     but the profile is taken from it
 */
public record ForkTask(Cell cell, int fork, long linkSeed, boolean profiled) {

  /** {@code fork 2}, or {@code profile}: as a person calls it. */
  String name() {
    return profiled ? "profile" : "fork " + fork;
  }

  /** The stem of this fork's files. */
  public String fileStem() {
    return cell.slug() + "-" + (profiled ? "profile" : fork);
  }
}
