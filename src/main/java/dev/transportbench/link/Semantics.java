package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import java.util.Locale;

/** Which netem the emulator follows where the real one differs from its manual. */
public enum Semantics {
  /**
   * What the manual says: correlations correlate and leave the frequency alone, rate and delay are
   * two things.
   */
  DOCUMENTED,
  /**
   * What Linux 6.1 does, measured: {@code loss 5% 25%} loses 0.18 %, correlation of delays does
   * nothing, jitter under a rate keeps the order. For results that are to be compared with {@code
   * tc netem}.
   */
  KERNEL;

  /** As profiles and the command line say it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The semantics of a label.
   *
   * @throws BadInputException naming what is allowed
   */
  public static Semantics labelled(String label) {
    for (Semantics semantics : values()) {
      if (semantics.label().equals(label)) {
        return semantics;
      }
    }
    throw new BadInputException(
        "semantics: '%s' is not one of ours; allowed: documented, kernel".formatted(label));
  }
}
