package dev.transportbench.study;

import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** A cell's latencies: one histogram for each fork, in ns, and the quantiles of all together. */
final class Latencies {
  /** A quantile is published when at least so many RPCs lie beyond it. */
  static final long LEAST_BEYOND = 10;

  private static final double NANOS_PER_MICRO = 1000;
  private static final String NONE = "no latencies were recorded";

  /** How many of a thousand RPCs lie beyond each quantile. */
  private static final Map<FigureName, Integer> BEYOND_PER_MILLE =
      new EnumMap<>(
          Map.of(
              FigureName.LATENCY_P50, 500,
              FigureName.LATENCY_P90, 100,
              FigureName.LATENCY_P95, 50,
              FigureName.LATENCY_P99, 10,
              FigureName.LATENCY_P999, 1));

  private final List<Histogram> forks = new ArrayList<>();

  private Latencies() {}

  /**
   * @throws IllegalArgumentException when a record's histogram cannot be decoded
   */
  static Latencies of(List<ForkRecord> records) {
    Latencies latencies = new Latencies();
    for (ForkRecord record : records) {
      Histogram fork = new Histogram(3);
      for (IterationRecord iteration : record.iterations()) {
        if (iteration.latencyHistogram() != null) {
          fork.add(decode(iteration.latencyHistogram()));
        }
      }
      latencies.forks.add(fork);
    }
    return latencies;
  }

  static Histogram decode(String base64) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      Histogram histogram = Histogram.decodeFromCompressedByteBuffer(bytes, 0);
      // One that cannot grow would refuse another fork's longer latency.
      histogram.setAutoResize(true);
      return histogram;
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not a compressed histogram", e);
    }
  }

  /** Each fork's histogram, in ns. */
  List<Histogram> forks() {
    return forks;
  }

  /** The figure of one of the names that {@link FigureName.Total#HISTOGRAM} totals. */
  Figure figure(FigureName name) {
    Histogram all = new Histogram(3);
    forks.forEach(all::add);
    List<Double> each = new ArrayList<>();
    for (Histogram fork : forks) {
      each.add(refusal(name, fork) == null ? value(name, fork) : null);
    }
    String refusal = refusal(name, all);
    return refusal == null
        ? new Figure(value(name, all), name.unit(), each, null)
        : new Figure(null, name.unit(), each, refusal);
  }

  private static String refusal(FigureName name, Histogram histogram) {
    long count = histogram.getTotalCount();
    if (count == 0) {
      return NONE;
    }
    Integer beyond = BEYOND_PER_MILLE.get(name);
    if (beyond != null && count * beyond < LEAST_BEYOND * 1000) {
      return "n=%d: needs %d".formatted(count, LEAST_BEYOND * 1000 / beyond);
    }
    return null;
  }

  private static double value(FigureName name, Histogram histogram) {
    switch (name) {
      case LATENCY_COUNT:
        return histogram.getTotalCount();
      case LATENCY_MAX:
        return histogram.getMaxValue() / NANOS_PER_MICRO;
      default:
        double percentile = 100 - BEYOND_PER_MILLE.get(name) / 10.0;
        return histogram.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }
  }
}
