package dev.transportbench.ledger;

import java.util.List;
import java.util.Map;

/**
 * One cell of a run.
 *
 * @param key stable text: benchmark name and {@code [params sorted by name]}, the mode appended
 *     when it isn't throughput
 * @param mode JMH's short label, {@code thrpt}
 * @param why for every status but {@code ok}: the reason, one line
 * @param forks forks measured
 * @param terms what was negotiated, equal in all forks
 * @param profile of a fork of its own, none of whose times are in {@code figures}; null when the
 *     study asks for none
 * @param forkEnvironments what each fork saw of the machine
 */
public record CellRecord(
    String key,
    String benchmark,
    String mode,
    Map<String, String> params,
    LinkRecord link,
    Status status,
    String why,
    int forks,
    Map<String, String> terms,
    List<Map<String, Object>> forkEnvironments,
    Map<String, Figure> figures,
    StackProfile profile) {

  /** A cell without a profile. */
  public CellRecord(
      String key,
      String benchmark,
      String mode,
      Map<String, String> params,
      LinkRecord link,
      Status status,
      String why,
      int forks,
      Map<String, String> terms,
      List<Map<String, Object>> forkEnvironments,
      Map<String, Figure> figures) {
    this(
        key,
        benchmark,
        mode,
        params,
        link,
        status,
        why,
        forks,
        terms,
        forkEnvironments,
        figures,
        null);
  }

  /** The same with what its profiled fork found, and the figures made of it. */
  public CellRecord with(StackProfile found, Map<String, Figure> all) {
    return new CellRecord(
        key,
        benchmark,
        mode,
        params,
        link,
        status,
        why,
        forks,
        terms,
        forkEnvironments,
        all,
        found);
  }

  /** The link as asked, and as each fork measured it. */
  public record LinkRecord(Map<String, Object> asked, List<Map<String, Object>> measured) {
    /** In {@code measured}: a list of what is worth knowing, though within tolerance. */
    public static final String WARNINGS = "warnings";
  }

  /** What became of a cell. */
  public enum Status {
    /** Measured, and every check passed. */
    ok,
    /** A fork ended with an error. */
    failed,
    /** Measured, but a check says that the figures must not be used. */
    invalid,
    /** Left out, with the reason. */
    notRun
  }
}
