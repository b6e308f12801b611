package dev.transportbench.study;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Whether forks of another jar can run what this one has planned, and mean the same by it. */
final class ArmCheck {
  private final Plan plan;
  private final Inventory inventory;

  ArmCheck(Plan plan, Inventory inventory) {
    this.plan = plan;
    this.inventory = inventory;
  }

  /**
   * Returns what a reader must know though it can, one line each.
   *
   * @throws dev.transportbench.config.BadInputException naming the first thing that a jar lacks
   */
  List<String> check(ArmJar base, ArmJar head) {
    Set<String> notes = new LinkedHashSet<>();
    for (ArmJar jar : List.of(base, head)) {
      String own = org.openjdk.jmh.util.Version.getPlainVersion();
      if (!jar.jmh().equals(own)) {
        throw jar.lacks("was built with JMH " + jar.jmh(), "JMH " + own + ", which this jar has");
      }
      for (Cell cell : runnable()) {
        check(jar, cell, notes);
      }
    }
    for (Cell cell : runnable()) {
      sameLink(base, head, cell);
    }
    return new ArrayList<>(notes);
  }

  private List<Cell> runnable() {
    return plan.cells().stream().filter(cell -> cell.notRun() == null).toList();
  }

  private void check(ArmJar jar, Cell cell, Set<String> notes) {
    Set<String> params = jar.benchmarks().get(cell.benchmark());
    if (params == null) {
      throw jar.lacks(
          "has no benchmark " + cell.benchmark(),
          "a study of what both jars have: " + String.join(", ", jar.benchmarks().keySet()));
    }
    Set<String> more = new TreeSet<>(params);
    more.removeAll(cell.params().keySet());
    if (!more.isEmpty()) {
      throw jar.lacks(
          "has parameters of %s that this jar has not: %s"
              .formatted(cell.benchmark(), String.join(", ", more)),
          "jars whose parameters this one knows");
    }
    for (Map.Entry<String, String> param : cell.params().entrySet()) {
      if (!params.contains(param.getKey())) {
        notes.add(newParameter(jar, cell, param));
      }
    }
    if (cell.transport() != null && !jar.transports().contains(cell.transport())) {
      throw jar.lacks(
          "has no transport " + cell.transport(),
          "a study of what both jars have: " + String.join(", ", jar.transports()));
    }
    link(jar, cell);
  }

  /** A parameter younger than the jar: its default is what there was before. */
  private String newParameter(ArmJar jar, Cell cell, Map.Entry<String, String> param) {
    List<String> defaults = inventory.benchmarks().get(cell.benchmark()).get(param.getKey());
    if (defaults.isEmpty() || !defaults.get(0).equals(param.getValue())) {
      throw jar.lacks(
          "has no parameter %s, asked to be %s".formatted(param.getKey(), param.getValue()),
          defaults.isEmpty()
              ? "a study without it"
              : param.getKey()
                  + "="
                  + defaults.get(0)
                  + ", the default, which the jar does anyway");
    }
    return "%s has no parameter %s, and runs without; the other with %s, the default"
        .formatted(jar.arm(), param.getKey(), param.getValue());
  }

  private void link(ArmJar jar, Cell cell) {
    String profile = cell.params().get(Cell.IMPAIRMENT);
    if (profile == null || !inventory.emulated(profile)) {
      return;
    }
    if (jar.forkProtocol() < ArmJar.TAKES_EMULATOR) {
      throw jar.lacks(
          "is older than the verb ab, and would bring its own emulator for impairment " + profile,
          "a study of clean links, or a younger jar");
    }
  }

  private void sameLink(ArmJar base, ArmJar head, Cell cell) {
    String profile = cell.params().get(Cell.IMPAIRMENT);
    boolean differs =
        profile != null
            && inventory.emulated(profile)
            && !Objects.equals(base.profiles().get(profile), head.profiles().get(profile));
    if (differs) {
      throw head.lacks(
          "means another link by impairment " + profile + " than base",
          "jars in which the profile is the same, or the profile's path in the study");
    }
  }
}
