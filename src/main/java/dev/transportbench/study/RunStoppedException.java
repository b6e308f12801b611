package dev.transportbench.study;

/** The run cannot go on, through no fault of a cell. The message is one line. */
public final class RunStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RunStoppedException(String oneLine) {
    super(oneLine);
  }
}
