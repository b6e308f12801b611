package dev.transportbench.report.compare;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.TreeNode;
import dev.transportbench.ledger.CellKeys;
import dev.transportbench.report.FigureRules;
import dev.transportbench.report.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** One result in JMH's JSON, its fields in any order. */
final class JmhEntry {
  /** JMH's long names of its modes, as some tools write them. */
  private static final Map<String, String> MODES =
      Map.of(
          "throughput", "thrpt",
          "averagetime", "avgt",
          "sampletime", "sample",
          "singleshottime", "ss");

  private static final String OURS = "dev.transportbench.";

  private final Map<String, String> fields = new LinkedHashMap<>();
  private final Map<String, String> params = new TreeMap<>();
  private final List<String> jvmArgs = new ArrayList<>();
  private final Map<String, JmhMetric> secondary = new LinkedHashMap<>();
  private boolean hasJvmArgs;
  private JmhMetric primary;

  private JmhEntry() {}

  /** From the object's start to its end. */
  static JmhEntry read(JsonParser json) throws IOException {
    JmhEntry entry = new JmhEntry();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      if (name.equals("primaryMetric") && token == JsonToken.START_OBJECT) {
        entry.primary = JmhMetric.read(json);
      } else if (name.equals("secondaryMetrics") && token == JsonToken.START_OBJECT) {
        entry.secondary(json);
      } else if (name.equals("params") && token == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String param = json.currentName();
          json.nextToken();
          entry.params.put(param, text(json));
        }
      } else if (name.equals("jvmArgs") && token == JsonToken.START_ARRAY) {
        entry.hasJvmArgs = true;
        while (json.nextToken() != JsonToken.END_ARRAY) {
          entry.jvmArgs.add(text(json));
        }
      } else if (token.isScalarValue()) {
        // Converters write null for what they do not know.
        if (token != JsonToken.VALUE_NULL) {
          entry.fields.put(name, json.getText());
        }
      } else {
        json.skipChildren();
      }
    }
    return entry;
  }

  private void secondary(JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = bare(json.currentName());
      if (json.nextToken() == JsonToken.START_OBJECT) {
        secondary.put(name, JmhMetric.read(json));
      } else {
        json.skipChildren();
      }
    }
  }

  /** Without the {@code ·} of versions before 1.36, in whatever encoding it has come down to us. */
  private static String bare(String name) {
    String bare = name.replaceFirst("^(Â?·|\uFFFD+)", "");
    return bare.isEmpty() ? name : bare;
  }

  /** Versions before 1.36 put the method's name before the {@code ·} of what derives from it. */
  private String withoutMethod(String name) {
    String method = benchmark().substring(benchmark().lastIndexOf('.') + 1);
    return name.startsWith(method) && !name.equals(method)
        ? name.replaceFirst("^" + Pattern.quote(method) + "(Â?·|\uFFFD+)(?=.)", "")
        : name;
  }

  private static String text(JsonParser json) throws IOException {
    if (json.currentToken().isScalarValue()) {
      return json.getText();
    }
    TreeNode tree = json.readValueAsTree();
    return tree.toString();
  }

  String benchmark() {
    String name = fields.get("benchmark");
    return name == null || name.isBlank() ? null : name;
  }

  boolean hasPrimary() {
    return primary != null;
  }

  MeasuredCell cell() {
    String mode = mode();
    List<String> notes = notes(mode);
    Map<String, MeasuredFigure> figures = new LinkedHashMap<>();
    primary.quantiles().forEach((name, figure) -> figures.put(name, figure));
    figures.put(score(mode), primary.figure(notes));
    secondary.forEach(
        (name, metric) -> figures.putIfAbsent(withoutMethod(name), metric.figure(List.of())));
    return new MeasuredCell(
        CellKeys.key(benchmark(), params, mode),
        benchmark(),
        mode,
        params,
        figures,
        conditions(),
        null);
  }

  /** As given; where a tool gave none, what its unit tells. */
  private String mode() {
    String given = fields.get("mode");
    if (given != null) {
      return MODES.getOrDefault(given.toLowerCase(Locale.ROOT), given);
    }
    return primary.dimension() == Unit.Dimension.TIME ? "avgt" : CellKeys.THROUGHPUT;
  }

  /** Of a score of which neither mode nor unit says what it is, more is not known to be better. */
  private String score(String mode) {
    if (!mode.equals(CellKeys.THROUGHPUT)) {
      return FigureRules.SCORE_OF_TIME;
    }
    boolean told = fields.containsKey("mode") || primary.dimension() == Unit.Dimension.RATE;
    return told ? FigureRules.SCORE_OF_THROUGHPUT : "score";
  }

  private List<String> notes(String mode) {
    List<String> notes = new ArrayList<>();
    String forks = fields.get("forks");
    int raw = primary.forks();
    if ("0".equals(forks)) {
      notes.add("forks is 0: it ran in JMH's own process, after whatever ran there before");
    } else if (forks != null && raw > 0 && !forks.equals(String.valueOf(raw))) {
      notes.add("forks is " + forks + ", and there are raw data of " + raw);
    }
    if ("0".equals(fields.get("warmupIterations")) && !mode.equals("ss")) {
      notes.add("it was not warmed up");
    }
    return notes;
  }

  private Map<String, String> conditions() {
    Map<String, String> conditions = new LinkedHashMap<>();
    String version = fields.getOrDefault("vmVersion", fields.get("jdkVersion"));
    if (version != null) {
      String name = fields.get("vmName");
      conditions.put("jdk", name == null ? version : name + " " + version);
    }
    if (hasJvmArgs) {
      conditions.put("flags", Conditions.flags(jvmArgs));
    }
    if (fields.containsKey("threads")) {
      conditions.put("threads", fields.get("threads"));
    }
    // A score is a batch's.
    if (fields.containsKey("measurementBatchSize")) {
      conditions.put("batch", fields.get("measurementBatchSize"));
    }
    // In others' benchmarks a parameter of that name may be anything.
    if (params.containsKey(Conditions.BACKEND) && benchmark().startsWith(OURS)) {
      conditions.put(Conditions.BACKEND, params.get(Conditions.BACKEND));
    }
    return conditions;
  }
}
