package dev.transportbench.study;

/**
 * One fork to run.
 *
 * @param fork 0 for a cell's first
 * @param linkSeed what decides the link's losses and delays: the same for the same fork of every
 *     cell, so that transports meet the same link, and another for each fork
 * @param profiled whether stacks are sampled: such a fork comes after a cell's others, and nothing
 *     but the profile is taken from it
 * @param attempt 0, or 1 for a fork that runs once more because the machine disturbed it
 */
public record ForkTask(Cell cell, int fork, long linkSeed, boolean profiled, int attempt) {

  /** A first try. */
  ForkTask(Cell cell, int fork, long linkSeed, boolean profiled) {
    this(cell, fork, linkSeed, profiled, 0);
  }

  /** The same once more, into files of its own. */
  ForkTask again() {
    return new ForkTask(cell, fork, linkSeed, profiled, 1);
  }

  /** Names the fork in a run; both tries alike. */
  String id() {
    return id(cell.key(), fork);
  }

  static String id(String key, int fork) {
    return key + "#" + fork;
  }

  /** {@code fork 2}, or {@code profile}: as a person calls it. */
  String name() {
    return (profiled ? "profile" : "fork " + fork) + (attempt > 0 ? " again" : "");
  }

  /** The stem of this fork's files. */
  public String fileStem() {
    return cell.slug()
        + "-"
        + (profiled ? "profile" : Integer.toString(fork))
        + (attempt > 0 ? "-again" : "");
  }
}
