package dev.transportbench.ledger;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Latency quantiles of a histogram in ns, and which of them its size allows. */
public final class Quantiles {
  /** A quantile q of n values is published when at least this many lie above it: n·(1 − q). */
  private static final int MIN_VALUES_ABOVE = 10;

  private static final Map<FigureName, Double> QUANTILES = new EnumMap<>(FigureName.class);

  static {
    QUANTILES.put(FigureName.LATENCY_P50, 0.5);
    QUANTILES.put(FigureName.LATENCY_P90, 0.9);
    QUANTILES.put(FigureName.LATENCY_P95, 0.95);
    QUANTILES.put(FigureName.LATENCY_P99, 0.99);
    QUANTILES.put(FigureName.LATENCY_P999, 0.999);
  }

  private Quantiles() {}

  /** Every latency figure, in µs; with the reason where there are too few values. */
  public static Map<FigureName, Reading> of(Histogram nanos) {
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    long count = nanos.getTotalCount();
    QUANTILES.forEach(
        (name, q) -> {
          long needed = Math.round(MIN_VALUES_ABOVE / (1 - q));
          readings.put(
              name,
              count >= needed
                  ? Reading.of(nanos.getValueAtPercentile(q * 100) / 1e3)
                  : Reading.notAvailable("n = %d: needs %d".formatted(count, needed)));
        });
    readings.put(
        FigureName.LATENCY_MAX,
        count > 0 ? Reading.of(nanos.getMaxValue() / 1e3) : Reading.notAvailable("n = 0"));
    return readings;
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
