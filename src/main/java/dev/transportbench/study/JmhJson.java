package dev.transportbench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.util.ListStatistics;

/**
 * JMH's own JSON of a cell whose forks were JMH runs of their own: as if one run had made them all.
 * Scores are computed from all raw data by JMH's own statistics.
 */
final class JmhJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final double CONFIDENCE = 0.999;

  private JmhJson() {}

  /** The only entry of a fork's result. */
  static ObjectNode read(Path file) throws IOException {
    JsonNode entries = MAPPER.readTree(Files.readAllBytes(file));
    if (!entries.isArray() || entries.size() != 1 || !entries.get(0).isObject()) {
      throw new IOException(file.getFileName() + " is not JMH's result of one benchmark");
    }
    return (ObjectNode) entries.get(0);
  }

  /** A document of several cells. */
  static ArrayNode document(List<ObjectNode> cells) {
    return MAPPER.createArrayNode().addAll(cells);
  }

  /**
   * One entry of all forks.
   *
   * @param forks each fork's entry, in the order that {@code rawData} is to have
   * @param figures the cell's, in the ledger: those that are not a mean of iterations take the
   *     ledger's value, so that no quantile is averaged
   */
  static ObjectNode merge(List<ObjectNode> forks, Map<String, Figure> figures) {
    ObjectNode merged = forks.get(0).deepCopy();
    merged.put("forks", forks.size());
    anonymise(merged);
    merged.set("primaryMetric", metric(forks.stream().map(f -> f.get("primaryMetric")).toList()));
    Set<String> names = new LinkedHashSet<>();
    for (ObjectNode fork : forks) {
      fork.path("secondaryMetrics").fieldNames().forEachRemaining(names::add);
    }
    ObjectNode secondary = MAPPER.createObjectNode();
    for (String name : names) {
      ObjectNode metric =
          metric(forks.stream().map(f -> f.path("secondaryMetrics").path(name)).toList());
      FigureName figureName = FigureName.ofLabel(name);
      if (figureName == null || figureName.total() == FigureName.Total.MEAN) {
        secondary.set(name, metric);
      } else if (figures.containsKey(name) && figures.get(name).value() != null) {
        metric.put("score", figures.get(name).value());
        metric.put("scoreError", Double.NaN);
        metric.set("scoreConfidence", MAPPER.createArrayNode().add(Double.NaN).add(Double.NaN));
        secondary.set(name, metric);
      }
    }
    merged.set("secondaryMetrics", secondary);
    return merged;
  }

  /**
   * The record of a fork whose benchmark has no link and leaves none itself: JMH's score, and its
   * secondary results where they are figures.
   *
   * @param fork the fork's entry
   */
  static ForkRecord forkRecord(Cell cell, ObjectNode fork) {
    List<Map<FigureName, Reading>> iterations = new ArrayList<>();
    addReadings(FigureName.SCORE, fork.path("primaryMetric"), iterations);
    fork.path("secondaryMetrics")
        .properties()
        .forEach(
            metric -> {
              FigureName name = FigureName.ofLabel(metric.getKey());
              if (name != null) {
                addReadings(name, metric.getValue(), iterations);
              }
            });
    return new ForkRecord(
        cell.benchmark(),
        cell.params(),
        iterations.stream().map(readings -> new IterationRecord(0, readings, Map.of())).toList(),
        Map.of(),
        Map.of(),
        List.of(),
        Map.of(),
        Map.of());
  }

  private static void addReadings(
      FigureName name, JsonNode metric, List<Map<FigureName, Reading>> iterations) {
    JsonNode values = metric.path("rawData").path(0);
    for (int i = 0; i < values.size(); i++) {
      if (i == iterations.size()) {
        iterations.add(new EnumMap<>(FigureName.class));
      }
      double value = number(values.get(i));
      iterations
          .get(i)
          .put(name, Double.isNaN(value) ? Reading.notAvailable("NaN") : Reading.of(value));
    }
  }

  private static ObjectNode metric(List<JsonNode> forks) {
    ArrayNode rawData = MAPPER.createArrayNode();
    ListStatistics statistics = new ListStatistics();
    ObjectNode metric = null;
    for (JsonNode fork : forks) {
      if (metric == null && fork.isObject()) {
        metric = fork.deepCopy();
      }
      ArrayNode iterations = MAPPER.createArrayNode();
      for (JsonNode ofFork : fork.path("rawData")) {
        for (JsonNode value : ofFork) {
          iterations.add(value);
          statistics.addValue(number(value));
        }
      }
      rawData.add(iterations);
    }
    if (metric == null) {
      throw new IllegalArgumentException("a fork's result lacks its primary metric");
    }
    metric.put("score", statistics.getMean());
    metric.put("scoreError", statistics.getMeanErrorAt(CONFIDENCE));
    ArrayNode confidence = MAPPER.createArrayNode();
    for (double bound : statistics.getConfidenceIntervalAt(CONFIDENCE)) {
      confidence.add(bound);
    }
    metric.set("scoreConfidence", confidence);
    ObjectNode percentiles = MAPPER.createObjectNode();
    List<String> labels = new ArrayList<>();
    metric.path("scorePercentiles").fieldNames().forEachRemaining(labels::add);
    for (String label : labels) {
      percentiles.put(label, statistics.getPercentile(Double.parseDouble(label)));
    }
    metric.set("scorePercentiles", percentiles);
    metric.set("rawData", rawData);
    return metric;
  }

  /** JMH writes NaN as text. */
  private static double number(JsonNode value) {
    return value.isTextual() ? Double.parseDouble(value.textValue()) : value.doubleValue();
  }

  /** Drops what names this machine's folders, and what differs from fork to fork. */
  private static void anonymise(ObjectNode entry) {
    String jvm = entry.path("jvm").asText();
    entry.put("jvm", jvm.substring(jvm.lastIndexOf('/') + 1));
    ArrayNode args = MAPPER.createArrayNode();
    for (JsonNode arg : entry.path("jvmArgs")) {
      if (!arg.asText().startsWith("-Dbench.fork.") && !arg.asText().startsWith("-Dbench.seed=")) {
        args.add(arg);
      }
    }
    entry.set("jvmArgs", args);
  }
}
