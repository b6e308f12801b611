package dev.transportbench.study;

import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Quantiles;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A cell's times of one series: a histogram for each fork, in ns, and the quantiles of all. */
final class Times {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final String NONE = "not measured by this benchmark";

  private final Series series;
  private final List<Histogram> forks = new ArrayList<>();

  /** What the iterations themselves said of each figure. */
  private final Map<FigureName, Reading> said = new EnumMap<>(FigureName.class);

  private Times(Series series) {
    this.series = series;
  }

  /**
   * @throws IllegalArgumentException when a record's histogram cannot be decoded
   */
  static Times of(Series series, List<ForkRecord> records) {
    Times times = new Times(series);
    for (ForkRecord record : records) {
      Histogram fork = new Histogram(SIGNIFICANT_DIGITS);
      for (IterationRecord iteration : record.iterations()) {
        times.said.putAll(iteration.readings());
        String encoded = iteration.histograms().get(series);
        if (encoded != null) {
          fork.add(Quantiles.decode(encoded));
        }
      }
      times.forks.add(fork);
    }
    return times;
  }

  /** Each fork's histogram, in ns. */
  List<Histogram> forks() {
    return forks;
  }

  /** The figure of one of the series' names. */
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

  private Reading reading(FigureName name, Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      // None met is not the same as none looked for.
      return said.getOrDefault(name, Reading.notAvailable(NONE));
    }
    return Quantiles.of(series, histogram).get(name);
  }
}
