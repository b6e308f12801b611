package dev.transportbench.report.html;

import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * A cell's latencies as a curve over quantiles, of all forks' merged histogram.
 *
 * <p>Points lie evenly on the axis on which HdrHistogram's plots are drawn, log10(1 / (1 − q)), and
 * end where fewer than ten values lie above.
 */
final class LatencyCurve {
  /** A quantile is shown when at least this many values lie above it. */
  private static final int LEAST_ABOVE = 10;

  private static final int POINTS_PER_DECADE = 8;
  private static final int DECADES = 6;
  private static final double NANOS_PER_MICRO = 1e3;

  private LatencyCurve() {}

  /** The quantiles of the points, the same for every curve. */
  static List<Double> quantiles() {
    List<Double> quantiles = new ArrayList<>();
    for (int i = 0; i <= POINTS_PER_DECADE * DECADES; i++) {
      quantiles.add(1 - Math.pow(10, -(double) i / POINTS_PER_DECADE));
    }
    return quantiles;
  }

  /** Times in µs at the first of {@link #quantiles}; empty for an empty log. */
  static List<Double> of(Path log) throws FileNotFoundException {
    Histogram merged = null;
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof Histogram histogram) {
          if (merged == null) {
            merged = histogram;
          } else {
            merged.add(histogram);
          }
        }
      }
    }
    return merged == null ? List.of() : points(merged);
  }

  static List<Double> points(Histogram nanos) {
    List<Double> points = new ArrayList<>();
    for (double quantile : quantiles()) {
      // Rounded: 1 - 0.9 is not quite 0.1.
      if (Math.round(nanos.getTotalCount() * (1 - quantile) * 1e3) < LEAST_ABOVE * 1e3) {
        break;
      }
      points.add(nanos.getValueAtPercentile(quantile * 100) / NANOS_PER_MICRO);
    }
    return points;
  }
}
