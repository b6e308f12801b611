package dev.transportbench.ledger;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The stable text that names a cell in data. */
public final class CellKeys {
  /** JMH's short label of throughput mode, the one that a key does not name. */
  public static final String THROUGHPUT = "thrpt";

  private CellKeys() {}

  /**
   * {@code benchmark[a=1,b=2]}, parameters sorted by name; {@code :mode} appended when it isn't
   * throughput.
   *
   * @param benchmark JMH's full name of the method
   * @param mode JMH's short label
   */
  public static String key(String benchmark, Map<String, String> params, String mode) {
    String sorted =
        new TreeMap<>(params)
            .entrySet().stream()
                .map(param -> param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining(",", "[", "]"));
    return benchmark + sorted + (mode.equals(THROUGHPUT) ? "" : ":" + mode);
  }
}
