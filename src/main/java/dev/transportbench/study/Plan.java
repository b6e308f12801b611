package dev.transportbench.study;

import dev.transportbench.ledger.Ledger;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a run will do, decided before it starts.
 *
 * @param cells those to report on: the ones that run, and the ones that cannot
 * @param leftOut combinations that are no cells, and why
 * @param order every fork, in the order in which they run
 * @param seed shuffles the order, and seeds the links
 * @param part which part of a study it is; null for all of it
 */
public record Plan(
    Study study,
    List<Cell> cells,
    List<Ledger.LeftOut> leftOut,
    List<ForkTask> order,
    long seed,
    Part part) {

  /** A plan of a whole study. */
  Plan(
      Study study,
      List<Cell> cells,
      List<Ledger.LeftOut> leftOut,
      List<ForkTask> order,
      long seed) {
    this(study, cells, leftOut, order, seed, null);
  }

  /**
   * A part of a study.
   *
   * @param whole fingerprint of the whole's plan
   * @param cells how many the whole has
   * @param places of the part's cells among them, from 0
   */
  public record Part(Shard shard, String whole, int cells, List<Integer> places) {}

  /** What all forks take, about. */
  public Duration estimate() {
    return new RunEstimate(study).of(order);
  }

  /** How many pairs of cells the contrast with most of them has; 0 without contrasts. */
  public int mostPairs() {
    return study.contrasts().stream()
        .mapToInt(placed -> ContrastPairs.of(placed.contrast(), cells).size())
        .max()
        .orElse(0);
  }

  private static String identity(ForkTask task) {
    return task.cell().key()
        + "#"
        + task.fork()
        + "@"
        + task.linkSeed()
        + (task.profiled() ? " profiled" : "");
  }

  /** Two plans with the same fingerprint run the same forks in the same way. */
  String fingerprint() {
    String forks = order.stream().map(Plan::identity).collect(Collectors.joining("\n"));
    String cannot =
        cells.stream()
            .filter(cell -> cell.notRun() != null)
            .map(Cell::key)
            .collect(Collectors.joining("\n"));
    return CellKey.sha256(
        String.join("\n\n", study.warmup() + "; " + study.measurement(), forks, cannot));
  }
}
