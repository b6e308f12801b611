package dev.transportbench.link;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values as {@code tc} spells them: large and small letters alike, a percentage with or without its
 * sign, a rate without a unit in bits/s, a size without one in bytes ({@code k} is 1,024). Empty
 * where tc would refuse. Stricter than tc in one thing: a time has its unit, since without one it
 * is microseconds to older versions of tc and nanoseconds to later ones.
 */
final class TcValues {
  // Two digits of exponent are more than any value here needs, and no more than decimals can bear.
  private static final Pattern NUMBER =
      Pattern.compile("((?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][-+]?[0-9]{1,2})?)(.*)");
  private static final Pattern WHOLE = Pattern.compile("-?(?:0[xX][0-9a-fA-F]{1,8}|[0-9]{1,10})");
  private static final Map<String, BigDecimal> NANOS = nanos();
  private static final Map<String, BigDecimal> BITS_PER_SECOND = bitsPerSecond();
  private static final Map<String, BigDecimal> BYTES = bytes();
  private static final Map<String, BigDecimal> HUNDREDTHS =
      Map.of("", new BigDecimal("0.01"), "%", new BigDecimal("0.01"));
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  private TcValues() {}

  private static Map<String, BigDecimal> nanos() {
    Map<String, BigDecimal> nanos = new HashMap<>();
    String[] names = {"n", "u", "m", ""};
    for (int i = 0; i < names.length; i++) {
      for (String second : new String[] {"s", "sec", "secs"}) {
        nanos.put(names[i] + second, BigDecimal.ONE.movePointRight(3 * i));
      }
    }
    return nanos;
  }

  private static Map<String, BigDecimal> bitsPerSecond() {
    Map<String, BigDecimal> bits = new HashMap<>();
    bits.put("", BigDecimal.ONE);
    String[] names = {"", "k", "m", "g", "t"};
    for (int i = 0; i < names.length; i++) {
      BigDecimal decimal = BigDecimal.valueOf(1_000).pow(i);
      BigDecimal binary = BigDecimal.valueOf(1_024).pow(i);
      String binaryName = i == 0 ? "" : names[i] + "i";
      bits.put(names[i] + "bit", decimal);
      bits.put(binaryName + "bit", binary);
      // Of bytes.
      bits.put(names[i] + "bps", decimal.multiply(BigDecimal.valueOf(8)));
      bits.put(binaryName + "bps", binary.multiply(BigDecimal.valueOf(8)));
    }
    return bits;
  }

  private static Map<String, BigDecimal> bytes() {
    Map<String, BigDecimal> bytes = new HashMap<>();
    bytes.put("", BigDecimal.ONE);
    bytes.put("b", BigDecimal.ONE);
    String[] names = {"k", "m", "g"};
    for (int i = 0; i < names.length; i++) {
      BigDecimal binary = BigDecimal.valueOf(1_024).pow(i + 1);
      bytes.put(names[i], binary);
      bytes.put(names[i] + "b", binary);
      bytes.put(names[i] + "bit", binary.divide(BigDecimal.valueOf(8)));
    }
    return bytes;
  }

  /** Whether tc takes a word for a value that may be left out. */
  static boolean isNumber(String word) {
    return !word.isEmpty() && word.charAt(0) >= '0' && word.charAt(0) <= '9';
  }

  /** As {@link #isNumber}, where the value may be below zero. */
  static boolean isSignedNumber(String word) {
    return isNumber(word) || word.startsWith("-");
  }

  /** A time in ns. */
  static OptionalLong nanos(String word) {
    return word.equals("0") ? OptionalLong.of(0) : rounded(scaled(word, NANOS));
  }

  /** A rate in bits/s. */
  static OptionalLong bitsPerSecond(String word) {
    return rounded(scaled(word, BITS_PER_SECOND));
  }

  /** A size in bytes. */
  static OptionalLong bytes(String word) {
    return rounded(scaled(word, BYTES));
  }

  /** A percentage as a fraction. */
  static OptionalDouble fraction(String word) {
    BigDecimal fraction = scaled(word, HUNDREDTHS);
    return fraction == null ? OptionalDouble.empty() : OptionalDouble.of(fraction.doubleValue());
  }

  /** A whole number, of base 16 behind {@code 0x}. */
  static OptionalLong whole(String word) {
    if (!WHOLE.matcher(word).matches()) {
      return OptionalLong.empty();
    }
    boolean negative = word.startsWith("-");
    String digits = negative ? word.substring(1) : word;
    long value =
        digits.matches("0[xX].*")
            ? Long.parseLong(digits.substring(2), 16)
            : Long.parseLong(digits);
    return OptionalLong.of(negative ? -value : value);
  }

  private static OptionalLong rounded(BigDecimal value) {
    return value == null || value.compareTo(MOST) > 0
        ? OptionalLong.empty()
        : OptionalLong.of(value.setScale(0, RoundingMode.HALF_EVEN).longValueExact());
  }

  private static BigDecimal scaled(String word, Map<String, BigDecimal> units) {
    Matcher matcher = NUMBER.matcher(word);
    BigDecimal unit =
        matcher.matches() ? units.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    return unit == null ? null : new BigDecimal(matcher.group(1)).multiply(unit);
  }
}
