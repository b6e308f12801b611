package dev.transportbench.cli;

/**
 * One thing that a machine has or lacks.
 *
 * @param missing what cannot be done without it; null when it is there
 * @param remedy how to get it; null when it is there
 */
record Finding(String what, Verdict verdict, String found, String missing, String remedy) {

  /** How much it matters. */
  enum Verdict {
    /** There. */
    ok,
    /** Not there; only something special needs it. */
    optional,
    /** Not there, and the study quick needs it. */
    missing
  }

  static Finding ok(String what, String found) {
    return new Finding(what, Verdict.ok, found, null, null);
  }

  static Finding optional(String what, String found, String missing, String remedy) {
    return new Finding(what, Verdict.optional, found, missing, remedy);
  }

  static Finding missing(String what, String found, String missing, String remedy) {
    return new Finding(what, Verdict.missing, found, missing, remedy);
  }
}
