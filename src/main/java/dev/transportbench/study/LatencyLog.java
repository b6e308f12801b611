package dev.transportbench.study;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** A cell's {@code .hlog}: HdrHistogram's log format, one interval tagged {@code forkN} a fork. */
final class LatencyLog {
  /** The intervals' maxima are for people: in µs, while the histograms hold ns. */
  private static final double NANOS_PER_MICRO = 1000;

  private LatencyLog() {}

  /** One measured fork: its index, when it began, how long it measured, its latencies in ns. */
  record Interval(int fork, Instant start, double seconds, Histogram histogram) {}

  static String text(String key, List<Interval> intervals) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(bytes);
    log.outputComment("[" + key + "]");
    log.outputComment("[latency in ns; Interval_Max in us; one interval a fork]");
    log.outputLogFormatVersion();
    log.outputLegend();
    for (Interval interval : intervals) {
      double start = interval.start().toEpochMilli() / 1000.0;
      interval.histogram().setTag("fork" + interval.fork());
      log.outputIntervalHistogram(
          start, start + interval.seconds(), interval.histogram(), NANOS_PER_MICRO);
    }
    log.close();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
