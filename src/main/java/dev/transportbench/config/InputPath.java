package dev.transportbench.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths in what people write: some texts are none, such as those with the character 0. */
public final class InputPath {
  private static final String PROBLEM = "is no path";
  private static final String ALLOWED = "a path of this system";

  private InputPath() {}

  /**
   * @param field what a complaint calls it
   * @throws BadInputException naming the field, its value and what is allowed
   */
  public static Path of(String field, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new BadInputException(
          "%s: '%s' %s; allowed: %s".formatted(field, text.replace("\0", "\\0"), PROBLEM, ALLOWED));
    }
  }

  /**
   * A path that is relative to the file that names it.
   *
   * @throws BadInputException naming file, line, field, value and what is allowed
   */
  public static Path beside(YamlNode node) {
    String text = node.text();
    try {
      return Path.of(node.file()).resolveSibling(text).normalize();
    } catch (InvalidPathException e) {
      throw node.bad(PROBLEM, ALLOWED);
    }
  }
}
