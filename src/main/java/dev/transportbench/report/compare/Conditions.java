package dev.transportbench.report.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What two sides must share for a difference between them to mean anything. */
final class Conditions {
  /** The parameter of our cells that says what makes the link. */
  static final String BACKEND = "backend";

  private static final int MOST_SHOWN = 2;

  private Conditions() {}

  /**
   * JVM arguments as one text, without what names a machine's folders or differs from run to run.
   */
  static String flags(List<?> args) {
    return args.stream()
        .map(String::valueOf)
        .filter(arg -> !arg.startsWith("-Dbench."))
        .filter(arg -> !(arg.startsWith("-javaagent:") && arg.contains("idea_rt")))
        .map(
            arg ->
                arg.replaceAll("(?<=^|[=:,;])(/|[A-Za-z]:[/\\\\]|\\\\\\\\)[^=:,;]*[/\\\\]", "…/"))
        .collect(Collectors.joining(" "));
  }

  /** One line for each condition that both sides state and that differs in some cell. */
  static List<String> differences(List<MeasuredCell> base, List<MeasuredCell> head) {
    Map<String, Set<String>> byName = new LinkedHashMap<>();
    for (int i = 0; i < base.size(); i++) {
      Map<String, String> other = head.get(i).conditions();
      base.get(i)
          .conditions()
          .forEach(
              (name, value) -> {
                if (other.containsKey(name) && !other.get(name).equals(value)) {
                  byName
                      .computeIfAbsent(name, key -> new LinkedHashSet<>())
                      .add(difference(value, other.get(name)));
                }
              });
    }
    List<String> lines = new ArrayList<>();
    byName.forEach(
        (name, found) -> {
          int more = found.size() - MOST_SHOWN;
          lines.add(
              name
                  + " "
                  + found.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
                  + (more > 0 ? " and " + more + " more" : ""));
        });
    return lines;
  }

  /** What one side states and the other does not, in some cell: nobody can compare that. */
  static Set<String> statedOnce(List<MeasuredCell> side, List<MeasuredCell> other) {
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < side.size(); i++) {
      Set<String> more = new LinkedHashSet<>(side.get(i).conditions().keySet());
      more.removeAll(other.get(i).conditions().keySet());
      names.addAll(more);
    }
    return names;
  }

  /** Of long texts only the words that differ. */
  private static String difference(String base, String head) {
    List<String> left = new ArrayList<>(Arrays.asList(base.split("\\s+")));
    List<String> right = new ArrayList<>(Arrays.asList(head.split("\\s+")));
    List<String> common = new ArrayList<>(left);
    common.retainAll(right);
    left.removeAll(common);
    right.removeAll(common);
    boolean whole = left.isEmpty() && right.isEmpty() || common.isEmpty();
    String from = whole ? base : String.join(" ", left);
    String to = whole ? head : String.join(" ", right);
    return (from.isBlank() ? "(none)" : from) + " → " + (to.isBlank() ? "(none)" : to);
  }
}
