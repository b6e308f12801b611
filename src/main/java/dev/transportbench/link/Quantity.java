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
  private static final Map<String, Long> BITS_BY_UNIT =
      Map.of("bit", 1L, "kbit", 1_000L, "Mbit", 1_000_000L, "Gbit", 1_000_000_000L);
  private static final Map<String, Long> BYTES_BY_UNIT =
      Map.of("B", 1L, "kB", 1_000L, "MB", 1_000_000L, "KiB", 1L << 10, "MiB", 1L << 20);
  private static final long MAX_NANOS = 60_000_000_000L;
  private static final String DURATION_ALLOWED =
      "a number and a unit (ns, us, ms, s), from 0ms to 60s, as 15ms";
  private static final String FRACTION_ALLOWED = "a percentage from 0% to 100%, as 0.5%";
  private static final String RATE_ALLOWED =
      "a number and a unit (bit, kbit, Mbit, Gbit) a second, from 1kbit to 100Gbit, as 10Mbit";
  private static final String SIZE_ALLOWED =
      "a number and a unit (B, kB, MB, KiB, MiB), from 1B to 1024MiB, as 64KiB";
  private static final String PACKETS_ALLOWED = "from 1 packets to 1000000 packets, as 25 packets";
  private static final String QUEUE_ALLOWED = "25 packets, 64KiB or 1.5 BDP, the like above 0";

  private Quantity() {}

  /** {@code 2.5ms}, in ns. */
  static long nanos(YamlNode node) {
    BigDecimal nanos = scaled(node, NANOS_BY_UNIT, DURATION_ALLOWED);
    if (nanos.signum() < 0 || nanos.compareTo(BigDecimal.valueOf(MAX_NANOS)) > 0) {
      throw node.bad("is out of range", DURATION_ALLOWED);
    }
    try {
      return nanos.longValueExact();
    } catch (ArithmeticException e) {
      throw node.bad("is finer than a nanosecond", DURATION_ALLOWED);
    }
  }

  /** As {@link #nanos}, but not 0. */
  static long someNanos(YamlNode node) {
    long nanos = nanos(node);
    if (nanos == 0) {
      throw node.bad("is out of range", DURATION_ALLOWED + ", but not 0");
    }
    return nanos;
  }

  /** {@code 0.5%}, as 0.005. */
  static double fraction(YamlNode node) {
    BigDecimal percent = scaled(node, Map.of("%", 1L), FRACTION_ALLOWED);
    if (percent.signum() < 0 || percent.compareTo(BigDecimal.valueOf(100)) > 0) {
      throw node.bad("is out of range", FRACTION_ALLOWED);
    }
    return percent.movePointLeft(2).doubleValue();
  }

  /** {@code 1.6Mbit}, in bits per second. */
  static long bitsPerSecond(YamlNode node) {
    return whole(node, BITS_BY_UNIT, 1_000, 100_000_000_000L, RATE_ALLOWED);
  }

  /** {@code 64KiB}, in bytes. */
  static long bytes(YamlNode node) {
    return whole(node, BYTES_BY_UNIT, 1, 1L << 30, SIZE_ALLOWED);
  }

  /** {@code 25 packets}. */
  static int packets(YamlNode node) {
    return (int) whole(node, Map.of("packets", 1L), 1, 1_000_000, PACKETS_ALLOWED);
  }

  /**
   * {@code 25 packets}, {@code 64KiB} or {@code 1.5 BDP}.
   *
   * @param bdpBytes one of the last; 0 if there is none
   */
  static QueueLimit queue(YamlNode node, double bdpBytes) {
    String unit = unit(node, matcher(node, QUEUE_ALLOWED), QUEUE_ALLOWED);
    if (unit.equals("packets")) {
      return new QueueLimit(packets(node), 0);
    }
    if (BYTES_BY_UNIT.containsKey(unit)) {
      return new QueueLimit(0, bytes(node));
    }
    double multiple = scaled(node, Map.of("BDP", 1L), QUEUE_ALLOWED).doubleValue();
    if (multiple <= 0 || multiple > 1_000) {
      throw node.bad("is out of range", QUEUE_ALLOWED);
    }
    if (bdpBytes == 0) {
      throw node.bad("has no rate and delay to be multiplied with", "a rate and a delay beside it");
    }
    return new QueueLimit(0, Math.max(1, Math.round(multiple * bdpBytes)));
  }

  private static long whole(
      YamlNode node, Map<String, Long> units, long min, long max, String allowed) {
    BigDecimal value = scaled(node, units, allowed);
    if (value.compareTo(BigDecimal.valueOf(min)) < 0
        || value.compareTo(BigDecimal.valueOf(max)) > 0) {
      throw node.bad("is out of range", allowed);
    }
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw node.bad("is not a whole number of the smallest unit", allowed);
    }
  }

  private static BigDecimal scaled(YamlNode node, Map<String, Long> units, String allowed) {
    Matcher matcher = matcher(node, allowed);
    Long unit = units.get(unit(node, matcher, allowed));
    if (unit == null) {
      throw node.bad("has the wrong unit", allowed);
    }
    return new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
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
