package dev.transportbench.study;

import dev.transportbench.config.YamlNode;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads what others published from a study's file. */
final class PublishedFigures {
  private static final Set<String> FIELDS =
      Set.of("where", "against", "figure", "value", "source", "note");

  private PublishedFigures() {}

  /**
   * Empty for null.
   *
   * @param params the study's, which the published figures' cells are told by
   */
  static List<Ledger.Published> read(YamlNode list, Map<String, Study.Param> params) {
    List<Ledger.Published> published = new ArrayList<>();
    for (YamlNode item : list == null ? List.<YamlNode>of() : list.items()) {
      Map<String, YamlNode> fields = item.fields(FIELDS);
      for (String required : List.of("where", "figure")) {
        if (!fields.containsKey(required)) {
          throw item.bad("lacks the field " + required, "where and figure at least");
        }
      }
      published.add(
          new Ledger.Published(
              params(fields.get("where"), params),
              fields.containsKey("against") ? params(fields.get("against"), params) : null,
              figure(fields.get("figure")),
              fields.containsKey("value") ? number(fields.get("value")) : null,
              text(fields.get("source")),
              text(fields.get("note"))));
    }
    return List.copyOf(published);
  }

  private static Map<String, String> params(YamlNode node, Map<String, Study.Param> params) {
    Map<String, String> read = new TreeMap<>();
    node.anyFields()
        .forEach(
            (name, value) -> {
              if (!params.containsKey(name)) {
                throw value.bad(
                    "is for none of the study's parameters", String.join(", ", params.keySet()));
              }
              List<String> values =
                  params.get(name).values().stream().map(Study.Value::text).toList();
              if (!values.contains(value.text())) {
                throw value.bad("is none of the study's values", String.join(", ", values));
              }
              read.put(name, value.text());
            });
    if (read.isEmpty()) {
      throw node.bad("is empty", "parameters and values of the study's cells");
    }
    return read;
  }

  private static String figure(YamlNode node) {
    if (FigureName.ofLabel(node.text()) == null) {
      throw node.bad("is an unknown figure", "a name in docs/ledger.md");
    }
    return node.text();
  }

  private static double number(YamlNode node) {
    try {
      double value = Double.parseDouble(node.text());
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw node.bad("is not a number", "a number in the figure's unit, or percent of change");
    }
    throw node.bad("is not a number", "a number in the figure's unit, or percent of change");
  }

  private static String text(YamlNode node) {
    return node == null ? null : node.text().strip();
  }
}
