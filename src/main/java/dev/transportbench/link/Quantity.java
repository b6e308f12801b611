package dev.transportbench.link;

import dev.transportbench.config.YamlNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units, as profiles write them. */
final class Quantity {
  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?)\\s*([^0-9.\\s].*)?");
  private static final Map<String, Long> NANOS_BY_UNIT =
      Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
  private static final long MAX_NANOS = 60_000_000_000L;
  private static final String DURATION_ALLOWED =
      "a number and a unit (ns, us, ms, s), from 0ms to 60s, as 15ms";
  private static final String FRACTION_ALLOWED = "a percentage from 0% to 100%, as 0.5%";

  private Quantity() {}

  /** {@code 2.5ms}, in ns. */
  static long nanos(YamlNode node) {
    Matcher matcher = matcher(node, DURATION_ALLOWED);
    Long unit = NANOS_BY_UNIT.get(unit(node, matcher, DURATION_ALLOWED));
    if (unit == null) {
      throw node.bad("has the wrong unit", DURATION_ALLOWED);
    }
    BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
    if (nanos.signum() < 0 || nanos.compareTo(BigDecimal.valueOf(MAX_NANOS)) > 0) {
      throw node.bad("is out of range", DURATION_ALLOWED);
    }
    try {
      return nanos.longValueExact();
    } catch (ArithmeticException e) {
      throw node.bad("is finer than a nanosecond", DURATION_ALLOWED);
    }
  }

  /** {@code 0.5%}, as 0.005. */
  static double fraction(YamlNode node) {
    Matcher matcher = matcher(node, FRACTION_ALLOWED);
    if (!unit(node, matcher, FRACTION_ALLOWED).equals("%")) {
      throw node.bad("has the wrong unit", FRACTION_ALLOWED);
    }
    BigDecimal percent = new BigDecimal(matcher.group(1));
    if (percent.signum() < 0 || percent.compareTo(BigDecimal.valueOf(100)) > 0) {
      throw node.bad("is out of range", FRACTION_ALLOWED);
    }
    return percent.movePointLeft(2).doubleValue();
  }

  private static Matcher matcher(YamlNode node, String allowed) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(node.text().strip());
    if (!matcher.matches()) {
      throw node.bad("is not a number with a unit", allowed);
    }
    return matcher;
  }

  private static String unit(YamlNode node, Matcher matcher, String allowed) {
    if (matcher.group(2) == null) {
      throw node.bad("has no unit", allowed);
    }
    return matcher.group(2);
  }
}
