package dev.transportbench.report.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a machine makes of one jar against itself ({@code aa}): a change that is no larger than what
 * was seen there gets no verdict.
 *
 * @param conditions of the machine: {@code cpu}, {@code cores}, {@code kernel}, {@code jdk}
 * @param repeats comparisons of all cells
 * @param figures by name
 */
public record Floor(
    int schemaVersion,
    String study,
    Map<String, String> conditions,
    int forks,
    int repeats,
    Map<String, OfFigure> figures) {
  public static final int SCHEMA_VERSION = 1;

  /**
   * One figure, over all cells and repeats.
   *
   * @param comparisons that were judged
   * @param falseVerdicts regressed or improved, of those
   * @param falseFamilies repeats in which any cell got one, as a share
   * @param variation fork-to-fork coefficient of variation: the median over cells and repeats
   * @param detectable the change that these forks find nine times in ten: the median, as a share of
   *     base; null when there is none
   * @param largestChange between the two sides, as a share of base
   */
  public record OfFigure(
      int comparisons,
      int falseVerdicts,
      double falseFamilies,
      double variation,
      Double detectable,
      double largestChange) {}

  /**
   * @throws BadInputException when it is no such file
   */
  public static Floor read(Path file) {
    try {
      Floor floor = LedgerJson.read(file, Floor.class);
      if (floor.schemaVersion == SCHEMA_VERSION
          && floor.figures != null
          && floor.conditions != null) {
        return floor;
      }
    } catch (JsonProcessingException e) {
      // Said below.
    } catch (IOException e) {
      throw new BadInputException(
          "--floor: '%s' cannot be read; allowed: aa.json, as the verb aa writes it"
              .formatted(file));
    }
    throw new BadInputException(
        "--floor: '%s' is no floor; allowed: aa.json, as the verb aa writes it".formatted(file));
  }

  /**
   * Refuses a floor of another machine.
   *
   * @param now the same conditions, here
   */
  public void refuseUnlike(Map<String, String> now) {
    List<String> unlike = new ArrayList<>();
    conditions.forEach(
        (name, value) -> {
          if (now.containsKey(name) && !now.get(name).equals(value)) {
            unlike.add(name + " " + value + ", not " + now.get(name));
          }
        });
    if (!unlike.isEmpty()) {
      throw new BadInputException(
          "--floor: 'aa.json' was measured on another machine: %s; allowed: aa's file of this one"
              .formatted(String.join("; ", unlike)));
    }
  }

  Outcome judge(String figure, Outcome outcome) {
    OfFigure known = figures.get(figure);
    boolean change =
        outcome.verdict() == Verdict.REGRESSED || outcome.verdict() == Verdict.IMPROVED;
    if (known == null || !change || outcome.ratio() == null) {
      return outcome;
    }
    double size = Math.abs(outcome.ratio().estimate() - 1);
    if (size > known.largestChange()) {
      return outcome;
    }
    return outcome.inconclusive(
        String.format(
            Locale.ROOT,
            "identical jars differed by up to %.2g %% here",
            100 * known.largestChange()));
  }
}
