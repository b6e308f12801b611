package dev.transportbench.ledger;

import java.util.List;
import java.util.Map;

/**
 * {@code ledger.json}: one run of one study.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION} when written by this version
 * @param study the study's name
 * @param environment commit, jar digest, machine, kernel, JDK, flags, library versions
 */
public record Ledger(
    int schemaVersion,
    String study,
    String question,
    Asked asked,
    Map<String, Object> environment,
    List<CellRecord> cells) {

  public static final int SCHEMA_VERSION = 1;

  /**
   * What the study asked for, beside its question.
   *
   * @param source where the question is from; null when the study does not say
   * @param expect the shape that the author expects; null when the study does not say
   * @param forks forks of each cell
   * @param warmup iterations and time of each, as {@code 1 × 1 s}
   * @param measurement likewise
   * @param leftOut combinations of parameters that the plan left out, and why
   */
  public record Asked(
      String description,
      String source,
      String expect,
      int forks,
      String warmup,
      String measurement,
      List<Contrast> contrasts,
      List<LeftOut> leftOut) {}

  /** Two values of one parameter that the study compares within a run. */
  public record Contrast(String param, String base, String head) {}

  /** A combination of parameters that was not planned. */
  public record LeftOut(String key, String why) {}
}
