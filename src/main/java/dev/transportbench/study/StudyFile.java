package dev.transportbench.study;

import dev.transportbench.config.YamlNode;
import dev.transportbench.ledger.Ledger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a study from YAML, strictly. */
final class StudyFile {
  static final int MAX_FORKS = 1000;
  static final int MAX_ITERATIONS = 10_000;

  private static final Set<String> FIELDS =
      Set.of(
          "question",
          "source",
          "description",
          "benchmarks",
          "params",
          "exclude",
          "forks",
          "warmup",
          "measurement",
          "contrasts",
          "profile",
          "cost",
          "published",
          "expect");
  private static final Pattern TIME = Pattern.compile("(\\d{1,6})\\s*(ms|s|m)");

  private StudyFile() {}

  /**
   * @param file what complaints call the file
   * @throws dev.transportbench.config.BadInputException at the first fault
   */
  static Study read(String name, String file, String text) {
    YamlNode root = YamlNode.read(file, text);
    Map<String, YamlNode> fields = root.fields(FIELDS);
    for (String required : List.of("question", "benchmarks", "forks", "measurement")) {
      if (!fields.containsKey(required)) {
        throw root.bad(
            "lacks the field " + required, "question, benchmarks, forks and measurement at least");
      }
    }
    return new Study(
        name,
        fields.get("question").text(),
        text(fields.get("description")),
        text(fields.get("source")),
        text(fields.get("expect")),
        values(fields.get("benchmarks")),
        params(fields.get("params")),
        excludes(fields.get("exclude")),
        fields.get("forks").integer(1, MAX_FORKS),
        fields.containsKey("warmup")
            ? iterations(fields.get("warmup"), 0)
            : new Study.Iterations(0, Duration.ofSeconds(1)),
        iterations(fields.get("measurement"), 1),
        contrasts(fields.get("contrasts")),
        profile(fields.get("profile")),
        fields.containsKey("cost") ? time(fields.get("cost")) : null,
        PublishedFigures.read(fields.get("published"), params(fields.get("params"))));
  }

  private static Profiling profile(YamlNode node) {
    if (node == null) {
      return Profiling.NONE;
    }
    Profiling profiling = Profiling.ofLabel(node.text());
    if (profiling == null) {
      throw node.bad("is unknown", Profiling.labels());
    }
    return profiling;
  }

  private static String text(YamlNode node) {
    return node == null ? null : node.text().strip();
  }

  private static List<Study.Value> values(YamlNode list) {
    List<Study.Value> values = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (YamlNode item : list.items()) {
      if (!seen.add(item.text())) {
        throw item.bad("is listed twice", "each value once");
      }
      values.add(new Study.Value(item.text(), item));
    }
    if (values.isEmpty()) {
      throw list.bad("is empty", "at least one value");
    }
    return values;
  }

  private static Map<String, Study.Param> params(YamlNode node) {
    Map<String, Study.Param> params = new LinkedHashMap<>();
    if (node != null) {
      node.anyFields()
          .forEach((name, list) -> params.put(name, new Study.Param(values(list), list)));
    }
    return params;
  }

  private static List<Map<String, Study.Value>> excludes(YamlNode node) {
    List<Map<String, Study.Value>> excludes = new ArrayList<>();
    for (YamlNode item : node == null ? List.<YamlNode>of() : node.items()) {
      Map<String, Study.Value> entry = new LinkedHashMap<>();
      item.anyFields()
          .forEach((name, value) -> entry.put(name, new Study.Value(value.text(), value)));
      if (entry.isEmpty()) {
        throw item.bad("is empty", "parameters and values; every entry must match");
      }
      excludes.add(entry);
    }
    return excludes;
  }

  private static Study.Iterations iterations(YamlNode node, int least) {
    Map<String, YamlNode> fields = node.fields(Set.of("iterations", "time"));
    for (String required : List.of("iterations", "time")) {
      if (!fields.containsKey(required)) {
        throw node.bad("lacks the field " + required, "iterations, time");
      }
    }
    return new Study.Iterations(
        fields.get("iterations").integer(least, MAX_ITERATIONS), time(fields.get("time")));
  }

  private static Duration time(YamlNode node) {
    String allowed = "a whole number above 0 and its unit: 500ms, 2s, 1m";
    Matcher matcher = TIME.matcher(node.text().strip());
    if (!matcher.matches()) {
      throw node.bad("is not a time", allowed);
    }
    long amount = Long.parseLong(matcher.group(1));
    if (amount == 0) {
      throw node.bad("is out of range", allowed);
    }
    switch (matcher.group(2)) {
      case "ms":
        return Duration.ofMillis(amount);
      case "s":
        return Duration.ofSeconds(amount);
      default:
        return Duration.ofMinutes(amount);
    }
  }

  private static List<Study.PlacedContrast> contrasts(YamlNode node) {
    List<Study.PlacedContrast> contrasts = new ArrayList<>();
    Set<String> names = Set.of("param", "base", "head");
    for (YamlNode item : node == null ? List.<YamlNode>of() : node.items()) {
      Map<String, YamlNode> fields = item.fields(names);
      if (!fields.keySet().equals(names)) {
        throw item.bad("is incomplete", "param, base and head, each once");
      }
      String base = fields.get("base").text();
      String head = fields.get("head").text();
      if (base.equals(head)) {
        throw fields.get("head").bad("is also the base", "another value than the base");
      }
      contrasts.add(
          new Study.PlacedContrast(
              new Ledger.Contrast(fields.get("param").text(), base, head), item));
    }
    return contrasts;
  }
}
