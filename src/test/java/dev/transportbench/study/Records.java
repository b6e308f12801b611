package dev.transportbench.study;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Fork records made by hand. */
final class Records {
  private Records() {}

  static ForkRecord fork(IterationRecord... iterations) {
    return fork(List.of(), Map.of(), iterations);
  }

  static ForkRecord fork(
      List<String> violations, Map<String, String> terms, IterationRecord... iterations) {
    return new ForkRecord(
        "x.Y.z",
        Map.of(),
        List.of(iterations),
        Map.of("profile", "clean"),
        Map.of("lossShare", 0),
        violations,
        terms,
        Map.of());
  }

  /** RPCs that all took the same time, and no reading. */
  static IterationRecord iteration(int count, double micros) {
    return iteration(count, micros, Map.of());
  }

  static IterationRecord iteration(int count, double micros, Map<FigureName, Reading> readings) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(Math.round(micros * 1000), count);
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    byte[] encoded = Arrays.copyOf(bytes.array(), length);
    Map<FigureName, Reading> copy = new EnumMap<>(FigureName.class);
    copy.putAll(readings);
    return new IterationRecord(
        1, copy, Map.of(Series.LATENCY, Base64.getEncoder().encodeToString(encoded)));
  }
}
