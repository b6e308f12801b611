package dev.transportbench.study;

/**
 * One fork to run.
 *
 * @param fork 0 for a cell's first
 * @param linkSeed what decides the link's losses and delays: the same for the same fork of every
 *     cell, so that transports meet the same link, and another for each fork
 */
public record ForkTask(Cell cell, int fork, long linkSeed) {

  /** The stem of this fork's files. */
  public String fileStem() {
    return cell.slug() + "-" + fork;
  }
}
