package dev.transportbench.benchmark.forensics;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many RPCs were slowed by what, how they were repaired, and how long they took. */
public final class LossTally {
  private final Map<LossKind, Map<Recovery, Sum>> sums = new EnumMap<>(LossKind.class);

  private static final class Sum {
    private long count;
    private double latencyNanos;
    private double predictedNanos;
  }

  public void add(SlowedRpc rpc) {
    Sum sum =
        sums.computeIfAbsent(rpc.kind(), kind -> new EnumMap<>(Recovery.class))
            .computeIfAbsent(rpc.recovery(), recovery -> new Sum());
    sum.count++;
    sum.latencyNanos += rpc.latencyNanos();
    sum.predictedNanos += rpc.predictedNanos();
  }

  /**
   * Plain data for a fork's record: {@code kind}, {@code recovery}, {@code count}, {@code
   * latencyMicros} and, where there is a model, {@code predictedMicros}, both of them means.
   */
  public List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    sums.forEach(
        (kind, recoveries) ->
            recoveries.forEach(
                (recovery, sum) -> {
                  Map<String, Object> row = new LinkedHashMap<>();
                  row.put("kind", kind.label());
                  row.put("recovery", recovery.label());
                  row.put("count", sum.count);
                  row.put("latencyMicros", sum.latencyNanos / 1e3 / sum.count);
                  if (!Double.isNaN(sum.predictedNanos)) {
                    row.put("predictedMicros", sum.predictedNanos / 1e3 / sum.count);
                  }
                  rows.add(row);
                }));
    return rows;
  }
}
