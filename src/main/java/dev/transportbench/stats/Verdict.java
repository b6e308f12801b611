package dev.transportbench.stats;

/** What a comparison of one figure of one cell comes to. */
public enum Verdict {
  /** Worse, beyond chance and beyond the band. */
  REGRESSED,
  /** Better, beyond chance and beyond the band. */
  IMPROVED,
  /** The whole interval lies inside the band: whatever the change is, it does not matter. */
  EQUIVALENT,
  /** These forks cannot tell. */
  INCONCLUSIVE
}
