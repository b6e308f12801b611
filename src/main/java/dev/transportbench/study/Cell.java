package dev.transportbench.study;

import java.util.Map;
import java.util.TreeMap;

/**
 * One cell of a plan.
 *
 * @param benchmark JMH's full name of the method
 * @param params sorted by name, the backend resolved
 * @param notRun why it cannot run on this machine; null when it can
 * @param note what a reader must know of it though it runs; null when nothing
 */
public record Cell(String benchmark, Map<String, String> params, String notRun, String note) {
  public static final String TRANSPORT = "transport";
  public static final String PAYLOAD_BYTES = "payloadBytes";
  public static final String CONCURRENCY = "concurrency";
  public static final String IMPAIRMENT = "impairment";
  public static final String BACKEND = "backend";
  public static final String CODEC = "codec";
  public static final String DIRECTION = "direction";

  public Cell {
    params = java.util.Collections.unmodifiableMap(new TreeMap<>(params));
  }

  /** As {@link CellKey#key}. */
  public String key() {
    return CellKey.key(benchmark, params, mode());
  }

  /** As {@link CellKey#slug}. */
  public String slug() {
    return CellKey.slug(benchmark, params, mode());
  }

  /** JMH's short label. */
  public String mode() {
    return CellKey.THROUGHPUT;
  }

  /** Null when the benchmark has no such parameter. */
  public String transport() {
    return params.get(TRANSPORT);
  }
}
