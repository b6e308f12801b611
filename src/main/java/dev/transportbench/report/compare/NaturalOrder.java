package dev.transportbench.report.compare;

import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts as a person sorts them: 2 before 10, and 100 before 1K before 10K before 1M. */
final class NaturalOrder {
  private static final Pattern PART =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([kKmMgG](?![A-Za-z]))?|\\D|\\d");
  private static final double KILO = 1000;

  static final Comparator<String> COMPARATOR = NaturalOrder::compare;

  private NaturalOrder() {}

  static int compare(String a, String b) {
    Matcher left = PART.matcher(a);
    Matcher right = PART.matcher(b);
    while (true) {
      boolean more = left.find();
      if (!right.find()) {
        return more ? 1 : a.compareTo(b);
      }
      if (!more) {
        return -1;
      }
      int order =
          left.group(1) != null && right.group(1) != null
              ? Double.compare(number(left), number(right))
              : left.group().compareTo(right.group());
      if (order != 0) {
        return order;
      }
    }
  }

  private static double number(Matcher part) {
    double value = Double.parseDouble(part.group(1));
    String suffix = part.group(2) == null ? "" : part.group(2).toLowerCase(Locale.ROOT);
    int power = suffix.isEmpty() ? 0 : "kmg".indexOf(suffix) + 1;
    return value * Math.pow(KILO, power);
  }
}
