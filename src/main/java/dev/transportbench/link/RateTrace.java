package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import dev.transportbench.config.InputPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;

/**
 * When a link may deliver, in the format of mahimahi's traces: one whole number a line,
 * milliseconds since the start, none below the one before; each is one chance to deliver {@value
 * #CHANCE_BYTES} bytes of IP; a chance that nobody takes is lost; after the last the trace starts
 * over.
 *
 * @param millis at least one, the last above 0
 */
public record RateTrace(int[] millis) {
  public static final int CHANCE_BYTES = 1504;

  /** How the name of a trace starts that the jar carries. */
  static final String CARRIED = "jar:";

  private static final int MOST_CHANCES = 4_000_000;
  private static final String ALLOWED =
      "a whole number of milliseconds, not below the line before, the last above 0";

  /**
   * Reads a trace.
   *
   * @throws BadInputException naming file, line, value and what is allowed
   */
  public static RateTrace read(String file) {
    return parse(file, textOf(file));
  }

  /**
   * @param file what complaints call it
   */
  static RateTrace parse(String file, String trace) {
    int[] millis = new int[1024];
    int count = 0;
    int line = 0;
    for (String text : trace.split("\n")) {
      line++;
      String number = text.strip();
      if (number.isEmpty()) {
        continue;
      }
      int value;
      try {
        value = Integer.parseInt(number);
      } catch (NumberFormatException e) {
        throw BadInputException.at(file, line, "(trace)", number, "is not a time", ALLOWED);
      }
      if (value < 0 || (count > 0 && value < millis[count - 1])) {
        throw BadInputException.at(file, line, "(trace)", number, "goes back in time", ALLOWED);
      }
      if (count == MOST_CHANCES) {
        throw BadInputException.at(
            file, line, "(trace)", number, "is one too many", "at most " + MOST_CHANCES + " lines");
      }
      if (count == millis.length) {
        millis = Arrays.copyOf(millis, 2 * count);
      }
      millis[count++] = value;
    }
    if (count == 0 || millis[count - 1] == 0) {
      throw BadInputException.at(file, line, "(trace)", "", "takes no time", ALLOWED);
    }
    return new RateTrace(Arrays.copyOf(millis, count));
  }

  /** Bits of IP per second that it can carry at most, over one round. */
  public double bitsPerSecond() {
    return millis.length * CHANCE_BYTES * 8 * 1000.0 / millis[millis.length - 1];
  }

  private static String textOf(String file) {
    String problem;
    if (file.startsWith(CARRIED)) {
      try (InputStream in =
          RateTrace.class.getClassLoader().getResourceAsStream(file.substring(CARRIED.length()))) {
        if (in != null) {
          return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
      } catch (IOException e) {
        // As one that is not there.
      }
    }
    try {
      return Files.readString(InputPath.of("trace", file));
    } catch (NoSuchFileException e) {
      problem = "does not exist";
    } catch (MalformedInputException e) {
      problem = "is not text";
    } catch (IOException e) {
      problem = "cannot be read";
    }
    throw new BadInputException(
        "trace: '%s' %s; allowed: a path to a trace in mahimahi's format".formatted(file, problem));
  }
}
