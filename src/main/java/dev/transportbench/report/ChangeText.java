package dev.transportbench.report;

import dev.transportbench.stats.Outcome;
import java.util.Locale;

/** An outcome's numbers as tables show them; a dash for what is not known. */
public final class ChangeText {
  static final String NONE = "–";
  private static final double SMALLEST_P = 0.001;

  private ChangeText() {}

  public static String number(double value) {
    return Double.isFinite(value) ? Numbers.text(value) : NONE;
  }

  /** Head against base. */
  public static String change(Outcome outcome) {
    return outcome.ratio() == null ? NONE : percent(outcome.ratio().estimate() - 1);
  }

  /** Of the change. */
  public static String interval(Outcome outcome) {
    return outcome.ratio() == null || Double.isNaN(outcome.ratio().low())
        ? NONE
        : percent(outcome.ratio().low() - 1) + " … " + percent(outcome.ratio().high() - 1);
  }

  public static String adjustedP(Outcome outcome) {
    return outcome.adjustedP() == null ? NONE : p(outcome.adjustedP());
  }

  static String p(double p) {
    return p < SMALLEST_P ? "<.001" : String.format(Locale.ROOT, "%.3f", p).replaceFirst("^0", "");
  }

  /** Rank-biserial. */
  public static String effect(Outcome outcome) {
    return outcome.test() == null
        ? NONE
        : String.format(Locale.ROOT, "%+.2f", outcome.test().effect());
  }

  /** Coefficients of variation of base and head. */
  public static String variations(Outcome outcome) {
    return share(outcome.baseVariation()) + " / " + share(outcome.headVariation());
  }

  /** The change that forks like these find nine times in ten. */
  public static String detectable(Double share) {
    return share != null && share.isInfinite() ? "none" : share(share);
  }

  private static String share(Double share) {
    return share == null || !Double.isFinite(share)
        ? NONE
        : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String percent(double share) {
    double percent = 100 * share;
    if (!Double.isFinite(percent)) {
      return Double.isNaN(percent) ? NONE : "∞";
    }
    int digits = Math.abs(percent) >= 10 ? 1 : 2;
    String text = String.format(Locale.ROOT, "%+,." + digits + "f", percent);
    return text.matches("[+-]0\\.0+") ? "0 %" : text + " %";
  }
}
