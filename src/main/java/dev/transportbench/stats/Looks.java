package dev.transportbench.stats;

/**
 * When a comparison that adds forks is looked at: after {@code forks} a side, after twice, after
 * four times as many. How many looks there are is decided by the time there is, before anything is
 * measured; the end of the time is the last look, wherever it comes.
 *
 * @param count looks at most
 * @param forks a side at the first look
 */
public record Looks(int count, int forks) {
  /** Each look more makes all of them stricter, and twice the forks tell more than one look. */
  private static final int MOST = 3;

  /** Less time than this share of the first round is not worth a look of its own. */
  private static final double WORTH = 0.25;

  /**
   * @param rounds how often the time there is holds the first round of all cells; 1 at least
   */
  public static Looks within(double rounds, int forks) {
    int count = 1;
    double needed = 1;
    while (count < MOST && rounds >= needed * (1 + WORTH)) {
      count++;
      needed *= 2;
    }
    return new Looks(count, forks);
  }

  /** What each look may spend. */
  public double alpha() {
    return Family.ALPHA / count;
  }

  /**
   * Forks a side.
   *
   * @param look 0 for the first
   */
  public int forksAt(int look) {
    return forks << look;
  }

  /** Forks a side that no cell gets more than. */
  public int mostForks() {
    return forksAt(count - 1);
  }
}
