package dev.transportbench.ledger;

import java.util.List;
import java.util.Map;

/**
 * {@code ledger.json}: one run of one study.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION} when written by this version
 * @param environment commit, jar digest, machine, kernel, JDK, flags, library versions
 */
public record Ledger(
    int schemaVersion,
    String study,
    String question,
    Map<String, Object> environment,
    List<CellRecord> cells) {

  public static final int SCHEMA_VERSION = 1;
}
