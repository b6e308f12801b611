package dev.transportbench.link;

/**
 * This machine cannot bring up the link that was asked for. The message says in one line what is
 * missing and how to get it. There is no fall-back to another backend.
 */
public final class LinkUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LinkUnavailableException(String oneLine) {
    super(oneLine);
  }

  public LinkUnavailableException(String oneLine, Throwable cause) {
    super(oneLine, cause);
  }
}
