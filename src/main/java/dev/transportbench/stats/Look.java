package dev.transportbench.stats;

/**
 * One look at a family's data, of as many as were planned before the first.
 *
 * <p>Who looks again after more forks, and stops when the answer pleases, errs more often than each
 * look says. So the looks share {@link Family#ALPHA} evenly (Bonferroni): whatever is done between
 * them, the chance of any false verdict in a family is at most its whole, since each look by itself
 * errs in at most its share. A verdict once given stands, and its comparison stays a member of the
 * family that shows nothing; nobody looks at it again.
 *
 * @param alpha what this look may spend
 * @param settled comparisons of the family that were tested and settled at earlier looks
 */
public record Look(double alpha, int settled) {
  /** Of a comparison that is looked at once. */
  public static final Look ONLY = new Look(Family.ALPHA, 0);
}
