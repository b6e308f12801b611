package dev.transportbench.stats;

/** Which way a figure gets better. */
public enum Direction {
  LOWER_IS_BETTER,
  HIGHER_IS_BETTER;

  boolean isWorse(double ratio) {
    return this == LOWER_IS_BETTER ? ratio > 1 : ratio < 1;
  }
}
