package dev.transportbench.ledger;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Quantiles of a histogram in ns, and which of them its size allows. */
public final class Quantiles {
  /** A quantile q of n values is published when at least this many lie above it: n·(1 − q). */
  private static final int MIN_VALUES_ABOVE = 10;

  private Quantiles() {}

  /** Every figure of a series; quantiles in µs, with the reason where there are too few values. */
  public static Map<FigureName, Reading> of(Series series, Histogram nanos) {
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    for (FigureName name : FigureName.values()) {
      if (name.series() == series) {
        readings.put(name, reading(name.statistic(), nanos));
      }
    }
    return readings;
  }

  private static Reading reading(Series.Statistic statistic, Histogram nanos) {
    long count = nanos.getTotalCount();
    switch (statistic) {
      case COUNT:
        return Reading.of(count);
      case MEAN:
        return count > 0 ? Reading.of(nanos.getMean() / 1e3) : Reading.notAvailable("n = 0");
      case MAX:
        return count > 0 ? Reading.of(nanos.getMaxValue() / 1e3) : Reading.notAvailable("n = 0");
      default:
        double q = statistic.quantile();
        long needed = Math.round(MIN_VALUES_ABOVE / (1 - q));
        return count >= needed
            ? Reading.of(nanos.getValueAtPercentile(q * 100) / 1e3)
            : Reading.notAvailable("n = %d: needs %d".formatted(count, needed));
    }
  }

  /** HdrHistogram's own compressed encoding, in base 64. */
  public static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** Reverses {@link #encode}. */
  public static Histogram decode(String encoded) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not an encoded histogram: " + e.getMessage(), e);
    }
  }
}
