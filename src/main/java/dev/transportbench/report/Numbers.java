package dev.transportbench.report;

import java.util.Locale;

/** Numbers as a table shows them: three significant digits, thousands set apart. */
public final class Numbers {
  private Numbers() {}

  public static String text(double value) {
    double size = Math.abs(value);
    if (size >= 100 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (size >= 10) {
      return String.format(Locale.ROOT, "%.1f", value);
    }
    if (size >= 0.1) {
      return String.format(Locale.ROOT, "%.2f", value);
    }
    return String.format(Locale.ROOT, "%.3g", value);
  }
}
