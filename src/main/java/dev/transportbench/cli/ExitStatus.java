package dev.transportbench.cli;

/** What a command's exit status means. */
final class ExitStatus {
  static final int OK = 0;

  /** It ran, and something is wrong: a cell failed or is invalid, the machine cannot do it. */
  static final int FAILED = 1;

  /** What was given is wrong; nothing was written. */
  static final int BAD_INPUT = 2;

  /** Nothing regressed, but not everything could be told, and that was asked for. */
  static final int INCONCLUSIVE = 3;

  private ExitStatus() {}
}
