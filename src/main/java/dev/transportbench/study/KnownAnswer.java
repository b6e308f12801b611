package dev.transportbench.study;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.ledger.Figure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The cell whose answer is known before it is measured: a transport without a socket whose server
 * takes 20 µs. It runs in every study; a run that gets it wrong cannot be trusted with the rest.
 */
public final class KnownAnswer {
  public static final String TRANSPORT = "null-20us";
  public static final double ANSWER_MICROS = 20;

  /** What the clock, the driver and a busy machine may take away and add. */
  static final double LEAST_MICROS = 19.5;

  static final double MOST_MICROS = 23;

  private static final String BENCHMARK = ".UnaryRpcBenchmark.call";

  private KnownAnswer() {}

  /** The cell, or empty when this jar has no such benchmark or transport. */
  static Optional<Cell> cell(Inventory inventory) {
    if (!inventory.transports().containsKey(TRANSPORT)) {
      return Optional.empty();
    }
    return inventory.benchmarks().keySet().stream()
        .filter(name -> name.endsWith(BENCHMARK))
        .findFirst()
        .map(name -> new Cell(name, params(inventory.benchmarks().get(name).keySet()), null, null));
  }

  private static Map<String, String> params(Set<String> names) {
    Map<String, String> params = new TreeMap<>(Axis.defaults());
    params.keySet().retainAll(names);
    params.put(Cell.TRANSPORT, TRANSPORT);
    params.put(Cell.PAYLOAD_BYTES, "1024");
    params.put(Cell.CONCURRENCY, "1");
    params.put(Cell.IMPAIRMENT, "clean");
    params.put(Cell.BACKEND, "loopback");
    return params;
  }

  /** Whether these parameters are the cell's. */
  public static boolean is(Map<String, String> params) {
    return TRANSPORT.equals(params.get(Cell.TRANSPORT)) && "1".equals(params.get(Cell.CONCURRENCY));
  }

  /** What is wrong with the answer; empty when nothing is. */
  static List<String> faults(Figure median) {
    if (median == null || median.value() == null) {
      return List.of("known answer: no median was measured");
    }
    double micros = median.value();
    if (micros >= LEAST_MICROS && micros <= MOST_MICROS) {
      return List.of();
    }
    return List.of(
        String.format(
            Locale.ROOT,
            "known answer: the median is %.2f us; allowed: %.1f to %.1f us",
            micros,
            LEAST_MICROS,
            MOST_MICROS));
  }
}
