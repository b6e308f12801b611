package dev.transportbench.study;

import dev.transportbench.config.BadInputException;
import dev.transportbench.config.YamlNode;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.link.Backend;
import dev.transportbench.rpc.Trait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.options.Options;

/**
 * Checks what a user gave JMH's own command line as a study is checked: JMH itself would take any
 * value of a parameter, and its fork find the fault.
 */
public final class JmhOptionsCheck {
  private static final String OPTION = "-p";

  private JmhOptionsCheck() {}

  /**
   * @param given the parameters named on the command line; JMH does not tell of those that no
   *     benchmark has
   * @throws BadInputException at the first value that does not exist, or combination that cannot
   *     run
   */
  public static void check(Options user, Collection<String> given) {
    // Another launcher may put the forks where they may do what this process may not.
    check(user, given, user.getJvm().hasValue() ? new ElsewhereInventory() : new LiveInventory());
  }

  static void check(Options user, Collection<String> given, Inventory inventory) {
    Set<String> methods = new LinkedHashSet<>();
    BenchmarkList.defaultList()
        .find(LiveInventory.silent(), user.getIncludes(), user.getExcludes())
        .forEach(entry -> methods.add(entry.getUsername()));
    methods.retainAll(inventory.benchmarks().keySet());
    if (methods.isEmpty()) {
      return;
    }
    Set<String> names = new LinkedHashSet<>(given);
    methods.forEach(method -> names.addAll(inventory.benchmarks().get(method).keySet()));
    Map<String, Study.Param> params = new LinkedHashMap<>();
    for (String name : names) {
      List<Study.Value> values = new ArrayList<>();
      user.getParameter(name)
          .orElse(List.of())
          .forEach(
              text -> values.add(new Study.Value(text, YamlNode.ofOption(OPTION, name, text))));
      if (!values.isEmpty()) {
        params.put(name, new Study.Param(values, values.get(0).at()));
      }
    }
    Plan plan = new Planner(inventory).plan(study(methods, params), 1);
    // JMH runs every combination: it can leave none out.
    for (Ledger.LeftOut out : plan.leftOut()) {
      throw impossible(out.key(), out.why());
    }
    for (Cell cell : plan.cells()) {
      if (cell.notRun() != null && !KnownAnswer.is(cell.params())) {
        throw impossible(cell.key(), cell.notRun());
      }
    }
  }

  private static Study study(Set<String> methods, Map<String, Study.Param> params) {
    List<Study.Value> classes = new ArrayList<>();
    for (String method : methods) {
      String name = method.substring(0, method.lastIndexOf('.'));
      classes.add(new Study.Value(name, YamlNode.ofOption(OPTION, "benchmark", name)));
    }
    Study.Iterations once = new Study.Iterations(1, Duration.ofSeconds(1));
    return new Study(
        "jmh",
        "",
        null,
        null,
        null,
        classes,
        params,
        List.of(),
        1,
        once,
        once,
        List.of(),
        Profiling.NONE,
        null,
        List.of());
  }

  /** This class path, on a machine that nothing is known of. */
  private static final class ElsewhereInventory extends LiveInventory {
    @Override
    public Optional<String> whyNot(Backend backend) {
      return Optional.empty();
    }

    @Override
    public Optional<String> whyNotSoMany(Set<Trait> transport, int connections) {
      return Optional.empty();
    }

    @Override
    public Optional<String> whyNot(Backend backend, String profile) {
      return Optional.empty();
    }
  }

  private static BadInputException impossible(String key, String why) {
    return new BadInputException(
        "%s: '%s' cannot be measured: %s; allowed: parameters of which every combination can"
            .formatted(OPTION, key.substring(key.lastIndexOf('.') + 1), Planner.problem(why)));
  }
}
