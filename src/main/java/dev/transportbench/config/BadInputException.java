package dev.transportbench.config;

/**
 * Something that a person gave is wrong: a file, a field, an option. The message is one line that
 * names where (file, line, field), the value, and what is allowed. A command that meets it prints
 * that line and exits with status 2.
 */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadInputException(String oneLine) {
    super(oneLine);
  }

  /** {@code FILE:LINE: FIELD: 'VALUE' …; allowed: …}; an option, which has no line, without it. */
  public static BadInputException at(
      String file, int line, String field, String value, String problem, String allowed) {
    return new BadInputException(
        "%s%s: %s: '%s' %s; allowed: %s"
            .formatted(file, line == 0 ? "" : ":" + line, field, value, problem, allowed));
  }
}
