package dev.transportbench.study;

import dev.transportbench.config.BadInputException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fits a study to the time that there is for it: as many forks as go into it, since the fork is
 * what counts. Iterations are only given up while fewer than {@value #FORKS_FOR_A_VERDICT} forks
 * fit; how long an iteration lasts, and the warm-up, stay as the study has them.
 */
public final class Budget {
  /** Under five forks a side a noisy figure gets no verdict. */
  private static final int FORKS_FOR_A_VERDICT = 5;

  private static final Pattern TIME = Pattern.compile("(\\d{1,5})(s|m|h)");

  private Budget() {}

  /**
   * Reads {@code 90s}, {@code 20m}, {@code 2h}.
   *
   * @throws BadInputException when the text is something else
   */
  public static Duration parse(String text) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new BadInputException(
          "--budget: '%s' is not a time; allowed: a whole number above 0 and its unit: 90s, 20m, 2h"
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

  /**
   * The study with as many forks, and as many of its measured iterations, as fit.
   *
   * @param whole the study's plan as it stands
   * @throws BadInputException when not even one fork of one iteration does
   */
  public static Study fit(Plan whole, Duration budget) {
    Study study = whole.study();
    int wanted = Math.min(FORKS_FOR_A_VERDICT, forks(whole, 1, budget));
    int iterations = study.measurement().count();
    while (iterations > 1 && forks(whole, iterations, budget) < wanted) {
      iterations--;
    }
    int forks = forks(whole, iterations, budget);
    if (forks < 1) {
      Duration least = profiled(whole).plus(round(whole, 1));
      long minutes = (least.toSeconds() + 59) / 60;
      throw new BadInputException(
          "--budget: '%s' is too short for %s: one fork of one iteration of its %d cells takes about"
                  .formatted(text(budget), study.name(), running(whole).size())
              + " %d min; allowed: %dm or more".formatted(minutes, minutes));
    }
    return study.with(
        Math.min(forks, StudyFile.MAX_FORKS),
        new Study.Iterations(iterations, study.measurement().time()));
  }

  private static int forks(Plan whole, int iterations, Duration budget) {
    long left = budget.minus(profiled(whole)).toMillis();
    return left < 0 ? 0 : Math.toIntExact(left / round(whole, iterations).toMillis());
  }

  /** One fork of each cell. */
  private static Duration round(Plan whole, int iterations) {
    Study study = whole.study();
    Duration each =
        study.warmup().total().plus(study.measurement().time().multipliedBy(iterations));
    return running(whole).stream()
        .map(cell -> ForkCost.overhead(cell).plus(each))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration profiled(Plan whole) {
    return whole.order().stream()
        .filter(ForkTask::profiled)
        .map(task -> ForkCost.of(task, whole.study()))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static List<Cell> running(Plan whole) {
    return whole.cells().stream().filter(cell -> cell.notRun() == null).toList();
  }

  private static String text(Duration budget) {
    return budget.toSeconds() % 60 == 0 ? budget.toMinutes() + "m" : budget.toSeconds() + "s";
  }
}
