package dev.transportbench.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What tells this machine from another, under the names that a ledger has for it. */
public final class Machine {
  private static final List<String> NAMES = List.of("cpu", "cores", "kernel", "jdk");

  private Machine() {}

  public static Map<String, String> conditions() {
    return conditions(Environment.now(Build.current(), 0, List.of()));
  }

  /**
   * @param environment of a ledger
   */
  public static Map<String, String> conditions(Map<String, Object> environment) {
    Map<String, String> conditions = new LinkedHashMap<>();
    for (String name : NAMES) {
      if (environment.get(name) != null) {
        conditions.put(name, String.valueOf(environment.get(name)));
      }
    }
    return conditions;
  }
}
