package dev.transportbench.report.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.report.FigureRules;
import dev.transportbench.stats.Direction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A result folder in a format of somebody else's tool. Only cells that are {@code ok}, as no format
 * but ours and CSV has a word for a figure that must not be used.
 */
public final class Exports {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Bencher's limits, in characters. */
  private static final int BENCHER_NAME = 1024;

  private Exports() {}

  /** CSV by RFC 4180: one line for each figure of each cell, whatever its status. */
  public static String csv(Ledger ledger) {
    Set<String> params = new TreeSet<>();
    ledger.cells().forEach(cell -> params.addAll(cell.params().keySet()));
    List<String> head = new ArrayList<>(List.of("study", "benchmark", "mode"));
    head.addAll(params);
    head.addAll(List.of("status", "why", "figure", "unit", "value", "forks", "notAvailable"));
    StringBuilder csv = new StringBuilder(line(head));
    for (CellRecord cell : ledger.cells()) {
      List<String> start = new ArrayList<>(List.of(ledger.study(), cell.benchmark(), cell.mode()));
      params.forEach(param -> start.add(cell.params().getOrDefault(param, "")));
      start.add(cell.status().name());
      start.add(Objects.toString(cell.why(), ""));
      if (cell.figures().isEmpty()) {
        List<String> none = new ArrayList<>(start);
        none.addAll(List.of("", "", "", "", ""));
        csv.append(line(none));
      }
      cell.figures()
          .forEach(
              (name, figure) -> {
                List<String> fields = new ArrayList<>(start);
                fields.add(name);
                fields.add(figure.unit());
                fields.add(figure.value() == null ? "" : figure.value().toString());
                fields.add(
                    figure.forks().stream()
                        .map(fork -> fork == null ? "" : fork.toString())
                        .collect(Collectors.joining(" ")));
                fields.add(Objects.toString(figure.notAvailable(), ""));
                csv.append(line(fields));
              });
    }
    return csv.toString();
  }

  private static String line(List<String> fields) {
    return fields.stream().map(Exports::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quoted(String field) {
    return field.matches("(?s).*[\",\r\n].*") ? '"' + field.replace("\"", "\"\"") + '"' : field;
  }

  /**
   * Bencher Metric Format. A measure's slug is the figure's name and unit with dashes, {@code
   * latency-p50-us}; the bounds are the least and the most of the forks.
   */
  public static String bencher(Ledger ledger) throws IOException {
    ObjectNode benchmarks = JSON.createObjectNode();
    for (CellRecord cell : ok(ledger)) {
      String name = cell.key();
      if (name.length() > BENCHER_NAME) {
        throw new BadInputException(
            "--format: bencher takes names of %d characters, and this cell has %d: %s; allowed: csv"
                .formatted(BENCHER_NAME, name.length(), name));
      }
      ObjectNode measures = benchmarks.putObject(name);
      cell.figures()
          .forEach(
              (figure, found) -> {
                if (found.value() != null) {
                  ObjectNode measure = measures.putObject(slug(figure, found.unit()));
                  measure.put("value", found.value());
                  List<Double> forks = forks(found);
                  if (forks.size() > 1) {
                    measure.put("lower_value", forks.get(0));
                    measure.put("upper_value", forks.get(forks.size() - 1));
                  }
                }
              });
    }
    return JSON.writeValueAsString(benchmarks) + "\n";
  }

  private static String slug(String figure, String unit) {
    String word = unit.equals("1/s") ? "per-s" : unit.equals("%") ? "percent" : unit;
    String dashed = figure.replace('.', '-');
    return (unit.equals("1") ? dashed : dashed + "-" + word).toLowerCase(Locale.ROOT);
  }

  /**
   * What github-action-benchmark takes for {@code customSmallerIsBetter} or {@code
   * customBiggerIsBetter}: the figures for which that is so.
   */
  public static String githubAction(Ledger ledger, Direction direction) throws IOException {
    ArrayNode entries = JSON.createArrayNode();
    for (CellRecord cell : ok(ledger)) {
      cell.figures()
          .forEach(
              (name, figure) -> {
                boolean judged =
                    FigureRules.terms(name, figure.unit())
                        .filter(terms -> terms.better() == direction)
                        .isPresent();
                if (judged && figure.value() != null) {
                  ObjectNode entry = entries.addObject();
                  entry.put("name", cell.key() + " " + name);
                  entry.put("unit", figure.unit());
                  entry.put("value", figure.value());
                  List<Double> forks = forks(figure);
                  if (forks.size() > 1) {
                    entry.put("range", forks.get(0) + " to " + forks.get(forks.size() - 1));
                  }
                  entry.put("extra", "study " + ledger.study() + ", forks " + cell.forks());
                }
              });
    }
    return JSON.writeValueAsString(entries) + "\n";
  }

  /**
   * {@code jmh.json} as jmh-visualizer and JMH Visual Chart read it: those two take a parameter's
   * value to end at the first space, so that spaces become underscores. Nothing else changes.
   *
   * @throws BadInputException when the folder has no such file
   */
  public static String jmh(Path folder) throws IOException {
    Path file = folder.resolve("jmh.json");
    if (!Files.isRegularFile(file)) {
      throw new BadInputException(
          "DIR: '%s' holds no jmh.json; allowed: a folder that a run has written"
              .formatted(folder));
    }
    JsonNode entries;
    try {
      entries = JSON.readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      throw new BadInputException(
          "DIR: '%s' holds a jmh.json that is no JSON; allowed: as JMH writes it"
              .formatted(folder));
    }
    for (JsonNode entry : entries) {
      if (entry.path("params") instanceof ObjectNode params) {
        for (Map.Entry<String, JsonNode> param : params.properties()) {
          param.setValue(params.textNode(param.getValue().asText().replaceAll("\\s", "_")));
        }
      }
    }
    return JSON.writeValueAsString(entries) + "\n";
  }

  private static List<CellRecord> ok(Ledger ledger) {
    return ledger.cells().stream().filter(cell -> cell.status() == CellRecord.Status.ok).toList();
  }

  /** Those that there are, the least first. */
  private static List<Double> forks(Figure figure) {
    return figure.forks().stream().filter(Objects::nonNull).sorted().toList();
  }
}
