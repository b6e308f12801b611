package dev.transportbench.report.html;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Layer;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.OverTime;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the page's script draws: a ledger without what it does not draw, each name and each reason
 * said once, so that ten thousand cells stay readable in a browser.
 *
 * <pre>
 * figures     [{name, unit, about}]        params  [name]      benchmarks [name]
 * reasons     [why a figure is missing]    quantiles [q]
 * cells       [{b, m, p, s, why, f, lo, hi, curves, flames, series}]
 * </pre>
 *
 * In a cell, {@code b} is a place in {@code benchmarks}, {@code p} a value for each of {@code
 * params}, {@code f} one for each of {@code figures}: a number, text that holds a place in {@code
 * reasons}, or null for what the ledger does not have; {@code lo} and {@code hi} the least and most
 * of its forks.
 */
final class ReportData {
  private static final MathContext SIGNIFICANT = new MathContext(6);
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final List<String> figures;
  private final List<String> params;
  private final List<String> benchmarks;
  private final Map<String, Integer> reasons = new LinkedHashMap<>();
  private final CellFiles logs;
  private final CellFiles flames;
  private final Ledger ledger;
  private final Path folder;

  private ReportData(Ledger ledger, Path folder) throws IOException {
    this.ledger = ledger;
    this.folder = folder;
    figures = figures(ledger.cells());
    Set<String> names = new TreeSet<>();
    Set<String> classes = new LinkedHashSet<>();
    for (CellRecord cell : ledger.cells()) {
      names.addAll(cell.params().keySet());
      classes.add(cell.benchmark());
    }
    params = List.copyOf(names);
    benchmarks = List.copyOf(classes);
    logs = CellFiles.in(folder.resolve("latency"), "hlog");
    flames = CellFiles.in(folder.resolve("flame"), "html");
  }

  /**
   * @param folder where {@code latency/} and {@code flame/} are looked for
   */
  static ReportData of(Ledger ledger, Path folder) throws IOException {
    return new ReportData(ledger, folder);
  }

  /** Writes the fields of an object that is open; one cell at a time is in memory. */
  void writeTo(JsonGenerator json) throws IOException {
    json.writeStringField("study", ledger.study());
    json.writeArrayFieldStart("figures");
    for (String name : figures) {
      json.writeTree(described(name, ledger.cells()));
    }
    json.writeEndArray();
    json.writePOJOField("params", params);
    json.writePOJOField("benchmarks", benchmarks);
    json.writePOJOField("quantiles", LatencyCurve.quantiles());
    json.writeArrayFieldStart("cells");
    for (CellRecord cell : ledger.cells()) {
      json.writeTree(cell(cell));
    }
    json.writeEndArray();
    // Those that the cells have named.
    json.writePOJOField("reasons", reasons.keySet());
  }

  /** Known ones in their order, then all others, which a later version may have written. */
  private static List<String> figures(List<CellRecord> cells) {
    Set<String> met = new TreeSet<>();
    cells.forEach(cell -> met.addAll(cell.figures().keySet()));
    List<String> figures = new ArrayList<>();
    for (FigureName name : FigureName.values()) {
      if (met.remove(name.label())) {
        figures.add(name.label());
      }
    }
    figures.addAll(met);
    return figures;
  }

  private static ObjectNode described(String name, List<CellRecord> cells) {
    ObjectNode node = JSON.objectNode();
    node.put("name", name);
    node.put(
        "unit",
        cells.stream()
            .map(cell -> cell.figures().get(name))
            .filter(figure -> figure != null && figure.unit() != null)
            .map(Figure::unit)
            .findFirst()
            .orElse("1"));
    node.put("about", about(name));
    return node;
  }

  static String about(String name) {
    FigureName known = FigureName.ofLabel(name);
    if (known != null) {
      return known.description();
    }
    for (Layer layer : Layer.values()) {
      if (name.startsWith("cpu.layer.") && name.endsWith("." + layer.label())) {
        String side = name.replaceFirst("^cpu\\.layer\\.", "").replaceFirst("\\.?[^.]+$", "");
        return "CPU time of "
            + (side.isEmpty() ? "all threads" : "the " + side + "'s threads")
            + " by sampled stacks: "
            + layer.description();
      }
    }
    return "not known to this version";
  }

  private ObjectNode cell(CellRecord cell) throws IOException {
    ObjectNode node = JSON.objectNode();
    node.put("b", benchmarks.indexOf(cell.benchmark()));
    node.put("m", cell.mode());
    ArrayNode values = node.putArray("p");
    params.forEach(param -> values.add(cell.params().get(param)));
    node.put("s", cell.status().name());
    if (cell.why() != null) {
      node.put("why", cell.why());
    }
    ArrayNode figureValues = node.putArray("f");
    ArrayNode least = JSON.arrayNode();
    ArrayNode most = JSON.arrayNode();
    for (String name : figures) {
      Figure figure = cell.figures().get(name);
      put(figureValues, figure);
      List<Double> forks =
          figure == null ? List.of() : figure.forks().stream().filter(v -> v != null).toList();
      boolean spread = forks.size() > 1;
      put(least, spread ? forks.stream().min(Double::compare).get() : null);
      put(most, spread ? forks.stream().max(Double::compare).get() : null);
    }
    if (cell.forks() > 1) {
      node.set("lo", least);
      node.set("hi", most);
    }
    curves(cell, node);
    List<Path> graphs = flames.of(cell);
    if (!graphs.isEmpty()) {
      ArrayNode links = node.putArray("flames");
      graphs.forEach(graph -> links.add(folder.relativize(graph).toString().replace('\\', '/')));
    }
    series(cell, node);
    return node;
  }

  private void curves(CellRecord cell, ObjectNode node) throws IOException {
    for (Path log : logs.of(cell)) {
      List<Double> points = LatencyCurve.of(log);
      if (!points.isEmpty()) {
        String kind = CellFiles.kind(log);
        ArrayNode curve =
            node.withObjectProperty("curves").putArray(kind.isEmpty() ? "latency" : kind);
        points.forEach(point -> put(curve, point));
      }
    }
  }

  /** What forks recorded over time, when they did: of the first that has it. */
  private static void series(CellRecord cell, ObjectNode node) {
    cell.forkEnvironments().stream()
        .map(fork -> fork.get(OverTime.NAME))
        .filter(found -> found instanceof Map<?, ?>)
        .findFirst()
        .ifPresent(found -> node.putPOJO("series", found));
  }

  private void put(ArrayNode values, Figure figure) {
    if (figure != null && figure.value() == null && figure.notAvailable() != null) {
      values.add(
          String.valueOf(reasons.computeIfAbsent(figure.notAvailable(), reason -> reasons.size())));
    } else {
      put(values, figure == null ? null : figure.value());
    }
  }

  private static void put(ArrayNode values, Double value) {
    if (value == null || !Double.isFinite(value)) {
      values.addNull();
      return;
    }
    BigDecimal rounded = new BigDecimal(value).round(SIGNIFICANT).stripTrailingZeros();
    values.add(rounded.scale() < 0 ? rounded.setScale(0) : rounded);
  }
}
