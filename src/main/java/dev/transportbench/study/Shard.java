package dev.transportbench.study;

import dev.transportbench.config.BadInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One machine's part of a study.
 *
 * @param index from 1
 * @param count how many parts there are
 */
public record Shard(int index, int count) {
  static final int MOST = 1000;
  private static final Pattern TEXT = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

  /**
   * Reads {@code 2/3}.
   *
   * @throws BadInputException when the text is something else
   */
  public static Shard parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      int index = Integer.parseInt(matcher.group(1));
      int count = Integer.parseInt(matcher.group(2));
      if (index >= 1 && index <= count && count <= MOST) {
        return new Shard(index, count);
      }
    }
    throw new BadInputException(
        "--shard: '%s' is no part of a whole; allowed: i/n, i from 1 to n, n at most %d"
            .formatted(text, MOST));
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
