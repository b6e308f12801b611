package dev.transportbench.stats;

/** What the caller knows of a figure's noise; the package picks the test by it. */
public enum Assumption {
  /** Forks scatter, in no known shape: {@link MannWhitney}. */
  NOISY,
  /**
   * All forks of a side agree, as bytes on a clean link do: compared without a test. Where they do
   * not agree after all, the outcome says so and is that of {@link #NOISY}.
   */
  DETERMINISTIC
}
