package dev.transportbench.report.compare;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes JMH's JSON as JMH 1.37 writes it. */
final class JmhText {
  private JmhText() {}

  static String file(String... entries) {
    return "[\n" + String.join(",\n", entries) + "\n]\n";
  }

  static String entry(
      String benchmark, String mode, Map<String, String> params, String primary, String secondary) {
    String all =
        new TreeMap<>(params)
            .entrySet().stream()
                .map(p -> quoted(p.getKey()) + " : " + quoted(p.getValue()))
                .collect(Collectors.joining(", "));
    return """
        {
          "jmhVersion" : "1.37",
          "benchmark" : %s,
          "mode" : "%s",
          "threads" : 1,
          "forks" : 6,
          "jvm" : "/usr/lib/jvm/java-17/bin/java",
          "jvmArgs" : ["-Xmx1g"],
          "jdkVersion" : "17.0.15",
          "vmName" : "OpenJDK 64-Bit Server VM",
          "vmVersion" : "17.0.15+6",
          "warmupIterations" : 1,
          "warmupTime" : "1 s",
          "warmupBatchSize" : 1,
          "measurementIterations" : 3,
          "measurementTime" : "1 s",
          "measurementBatchSize" : 1,
          "params" : { %s },
          "primaryMetric" : %s,
          "secondaryMetrics" : { %s }
        }"""
        .formatted(quoted(benchmark), mode, all, primary, secondary);
  }

  static String metric(String unit, double[][] raw) {
    String data =
        Arrays.stream(raw).map(Arrays::toString).collect(Collectors.joining(", ", "[", "]"));
    double mean = Arrays.stream(raw).flatMapToDouble(Arrays::stream).average().orElse(Double.NaN);
    return """
        { "score" : %s, "scoreError" : "NaN", "scoreConfidence" : ["NaN", "NaN"],
          "scorePercentiles" : { "50.0" : %s }, "scoreUnit" : "%s", "rawData" : %s }"""
        .formatted(number(mean), number(mean), unit, data.replace("NaN", "\"NaN\""));
  }

  static String secondary(String name, String unit, double[][] raw) {
    return quoted(name) + " : " + metric(unit, raw);
  }

  /** Forks of three iterations, lognormal about the mean. */
  static double[][] forks(long seed, int count, double mean, double variation) {
    Random random = new Random(seed);
    return IntStream.range(0, count)
        .mapToObj(
            fork -> {
              double level = mean * Math.exp(variation * random.nextGaussian());
              return IntStream.range(0, 3)
                  .mapToDouble(i -> level * Math.exp(variation / 3 * random.nextGaussian()))
                  .toArray();
            })
        .toArray(double[][]::new);
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.valueOf(value) : "\"NaN\"";
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
