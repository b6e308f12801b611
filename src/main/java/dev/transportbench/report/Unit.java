package dev.transportbench.report;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A unit as JMH and our ledger write it.
 *
 * @param factor what one of it is in seconds, in operations a second or in bytes; 1 for any other
 * @param text for {@link Dimension#OTHER}: the unit itself, as only like ones compare
 */
public record Unit(Dimension dimension, double factor, String text) {

  /** What is measured in it. */
  public enum Dimension {
    /** Time per operation. */
    TIME,
    /** Operations per time. */
    RATE,
    /** Bytes per operation. */
    BYTES,
    /** Events per operation, as perf counts them. */
    EVENTS,
    OTHER
  }

  private static final double MINUTE = 60;
  private static final double HOUR = 3600;
  private static final double DAY = 86_400;
  private static final double KIB = 1024;

  private static final Map<String, Double> SECONDS =
      Map.ofEntries(
          Map.entry("ns", 1e-9),
          Map.entry("us", 1e-6),
          Map.entry("µs", 1e-6),
          Map.entry("μs", 1e-6),
          Map.entry("ms", 1e-3),
          Map.entry("s", 1.0),
          Map.entry("sec", 1.0),
          Map.entry("min", MINUTE),
          Map.entry("m", MINUTE),
          Map.entry("hr", HOUR),
          Map.entry("h", HOUR),
          Map.entry("day", DAY));
  private static final Map<String, Double> BYTES =
      Map.of("b", 1.0, "bytes", 1.0, "kb", KIB, "mb", KIB * KIB, "gb", KIB * KIB * KIB);
  private static final Pattern PER = Pattern.compile("(\\S+?)\\s*/\\s*(\\S+)");

  public static Unit of(String text) {
    String bare = text == null ? "" : text.strip();
    Matcher per = PER.matcher(bare.toLowerCase(Locale.ROOT));
    if (per.matches()) {
      String above = per.group(1);
      String below = per.group(2);
      boolean rate = above.equals("ops") || above.equals("op") || above.equals("1");
      if (rate && SECONDS.containsKey(below)) {
        return new Unit(Dimension.RATE, 1 / SECONDS.get(below), bare);
      }
      if (below.equals("op") || below.equals("ops")) {
        if (SECONDS.containsKey(above)) {
          return new Unit(Dimension.TIME, SECONDS.get(above), bare);
        }
        if (BYTES.containsKey(above)) {
          return new Unit(Dimension.BYTES, BYTES.get(above), bare);
        }
        if (above.equals("#")) {
          return new Unit(Dimension.EVENTS, 1, bare);
        }
      }
    } else if (SECONDS.containsKey(bare)) {
      // The ledger's units are all per RPC.
      return new Unit(Dimension.TIME, SECONDS.get(bare), bare);
    } else if (bare.equals("B")) {
      return new Unit(Dimension.BYTES, 1, bare);
    }
    return new Unit(Dimension.OTHER, 1, bare);
  }

  /** By what values of one unit are multiplied to be of the other; NaN when they cannot be. */
  public static double factor(String from, String to) {
    Unit a = of(from);
    Unit b = of(to);
    boolean alike =
        a.dimension == b.dimension && (a.dimension != Dimension.OTHER || a.text.equals(b.text));
    return alike ? a.factor / b.factor : Double.NaN;
  }
}
