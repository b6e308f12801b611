package dev.transportbench.study;

import dev.transportbench.config.BadInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** What the shards' environments have in common, and in what they differ. */
final class MergedEnvironment {
  /** What was measured; with another, it is another result. */
  private static final List<String> CODE =
      List.of(
          "version",
          "commit",
          "dirty",
          "jarSha256",
          "jdk",
          "forkJvmArgs",
          "netty",
          "jmh",
          "protobuf",
          "seed");

  /** What measured it. Memory is left out: it differs by some MiB between like machines. */
  private static final List<String> MACHINE =
      List.of("os", "arch", "kernel", "cpu", "cores", "pinning");

  private static final String START = "startUtc";
  private static final String END = "endUtc";

  private final Map<Integer, Map<String, Object>> byShard = new TreeMap<>();

  void add(int shard, Map<String, Object> environment) {
    byShard.put(shard, environment);
  }

  /**
   * @throws BadInputException when the shards' code, JDK or flags are not the same
   */
  void refuseUnlikeCode() {
    for (String name : CODE) {
      Set<Object> values = new LinkedHashSet<>();
      byShard.values().forEach(environment -> values.add(environment.get(name)));
      if (values.size() > 1) {
        throw new BadInputException(
            "merge: the shards' %s differ: %s; allowed: the same jar on the same JDK"
                .formatted(name, told(name)));
      }
    }
  }

  /** In what the machines of two shards differ; null when they are alike. */
  String unlikeMachines(int one, int other) {
    List<String> unlike = new ArrayList<>();
    for (String name : MACHINE) {
      Object first = byShard.get(one).get(name);
      Object second = byShard.get(other).get(name);
      if (!Objects.equals(first, second)) {
        unlike.add("%s differ: %s and %s".formatted(name, first, second));
      }
    }
    return unlike.isEmpty() ? null : String.join(", ", unlike);
  }

  /** One environment: values that differ say which shard has which. */
  Map<String, Object> merged() {
    Map<String, Object> merged = new LinkedHashMap<>();
    for (Map<String, Object> environment : byShard.values()) {
      environment.forEach((name, value) -> merged.putIfAbsent(name, value));
    }
    merged.replaceAll((name, value) -> merged(name, value));
    merged.put("shards", byShard.size());
    return merged;
  }

  private Object merged(String name, Object first) {
    Set<Object> values = new LinkedHashSet<>();
    byShard.values().forEach(environment -> values.add(environment.get(name)));
    if (values.size() == 1) {
      return first;
    }
    if (name.equals(START) || name.equals(END)) {
      // ISO 8601 in UTC: the text's order is the time's.
      return values.stream()
          .filter(Objects::nonNull)
          .map(String::valueOf)
          .reduce((a, b) -> (a.compareTo(b) < 0) == name.equals(START) ? a : b)
          .orElseThrow();
    }
    return told(name);
  }

  private String told(String name) {
    Map<Object, List<Integer>> shards = new LinkedHashMap<>();
    byShard.forEach(
        (shard, environment) ->
            shards.computeIfAbsent(environment.get(name), value -> new ArrayList<>()).add(shard));
    List<String> texts = new ArrayList<>();
    shards.forEach(
        (value, those) ->
            texts.add(
                "%s (shard %s)"
                    .formatted(
                        value, String.join(", ", those.stream().map(String::valueOf).toList()))));
    return String.join("; ", texts);
  }
}
