package dev.transportbench.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time as a person writes it: {@code 90s}, {@code 10m}, {@code 2h}. */
final class TimeOption implements ITypeConverter<Duration> {
  private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,5})\\s*([smh])");

  @Override
  public Duration convert(String text) {
    Matcher matcher = TIME.matcher(text.strip());
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'%s' is not a time; allowed: a whole number above 0 and its unit: 90s, 10m, 2h"
              .formatted(text));
    }
    long amount = Long.parseLong(matcher.group(1));
    switch (matcher.group(2)) {
      case "s":
        return Duration.ofSeconds(amount);
      case "m":
        return Duration.ofMinutes(amount);
      default:
        return Duration.ofHours(amount);
    }
  }

  /** {@code 10m}. */
  static String text(Duration time) {
    long seconds = time.toSeconds();
    return seconds % 3600 == 0
        ? seconds / 3600 + "h"
        : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
