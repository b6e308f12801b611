package dev.transportbench.study;

import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Quantiles;
import dev.transportbench.ledger.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A cell's latencies: one histogram for each fork, in ns, and the quantiles of all together. */
final class Latencies {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final String NONE = "no latencies were recorded";

  private final List<Histogram> forks = new ArrayList<>();

  private Latencies() {}

  /**
   * @throws IllegalArgumentException when a record's histogram cannot be decoded
   */
  static Latencies of(List<ForkRecord> records) {
    Latencies latencies = new Latencies();
    for (ForkRecord record : records) {
      Histogram fork = new Histogram(SIGNIFICANT_DIGITS);
      for (IterationRecord iteration : record.iterations()) {
        if (iteration.latencyHistogram() != null) {
          fork.add(Quantiles.decode(iteration.latencyHistogram()));
        }
      }
      latencies.forks.add(fork);
    }
    return latencies;
  }

  /** Each fork's histogram, in ns. */
  List<Histogram> forks() {
    return forks;
  }

  /** The figure of one of the names that {@link FigureName.Total#HISTOGRAM} totals. */
  Figure figure(FigureName name) {
    Histogram all = new Histogram(SIGNIFICANT_DIGITS);
    forks.forEach(all::add);
    List<Double> each = new ArrayList<>();
    for (Histogram fork : forks) {
      each.add(reading(name, fork).value());
    }
    Reading reading = reading(name, all);
    return new Figure(reading.value(), name.unit(), each, reading.notAvailable());
  }

  private static Reading reading(FigureName name, Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return Reading.notAvailable(NONE);
    }
    Map<FigureName, Reading> quantiles = Quantiles.of(histogram);
    return quantiles.containsKey(name)
        ? quantiles.get(name)
        : Reading.of(histogram.getTotalCount());
  }
}
