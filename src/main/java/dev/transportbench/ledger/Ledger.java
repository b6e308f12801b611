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
   * @param shard which part of the study this is; null for all of it
   * @param published what others published; null or empty when the study has nothing of the kind
   */
  public record Asked(
      String description,
      String source,
      String expect,
      int forks,
      String warmup,
      String measurement,
      List<Contrast> contrasts,
      List<LeftOut> leftOut,
      Shard shard,
      List<Published> published) {

    /** All of a study for which nobody published anything. */
    public Asked(
        String description,
        String source,
        String expect,
        int forks,
        String warmup,
        String measurement,
        List<Contrast> contrasts,
        List<LeftOut> leftOut) {
      this(description, source, expect, forks, warmup, measurement, contrasts, leftOut, null, null);
    }

    /** The same of all shards together. */
    public Asked whole() {
      return new Asked(
          description,
          source,
          expect,
          forks,
          warmup,
          measurement,
          contrasts,
          leftOut,
          null,
          published);
    }
  }

  /**
   * One machine's part of a study.
   *
   * @param index from 1
   * @param plan fingerprint of the whole study's plan
   * @param cells how many the whole study has
   * @param places of this ledger's cells among them, from 0
   */
  public record Shard(int index, int count, String plan, int cells, List<Integer> places) {}

  /**
   * A figure that somebody published.
   *
   * @param where parameters of the cells that it is to be held against
   * @param against the same of the cells that those are compared with; null for a figure as it is
   * @param figure name of ours
   * @param value in the figure's unit; with {@code against} the change in percent; null where only
   *     a model predicts
   * @param source null when the study's own
   * @param note where and why ours may differ; null for nothing to say
   */
  public record Published(
      Map<String, String> where,
      Map<String, String> against,
      String figure,
      Double value,
      String source,
      String note) {}

  /** Two values of one parameter that the study compares within a run. */
  public record Contrast(String param, String base, String head) {}

  /** A combination of parameters that was not planned. */
  public record LeftOut(String key, String why) {}
}
