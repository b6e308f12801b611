package dev.transportbench.study;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.benchmark.LoadParam;
import dev.transportbench.benchmark.trial.TrialSettings;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.rpc.RpcService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Checks the names in a study against what there is. */
final class StudyCheck {
  private final Study study;
  private final Inventory inventory;
  private final Map<String, List<String>> known = new TreeMap<>();

  StudyCheck(Study study, Inventory inventory) {
    this.study = study;
    this.inventory = inventory;
  }

  /**
   * The full names of the study's benchmark methods.
   *
   * @throws dev.transportbench.config.BadInputException at the first name that does not exist
   */
  List<String> benchmarks() {
    Set<String> methods = new LinkedHashSet<>();
    for (Study.Value value : study.benchmarks()) {
      List<String> found =
          inventory.benchmarks().keySet().stream()
              .filter(method -> isClassOf(value.text(), method))
              .toList();
      if (found.isEmpty()) {
        throw value.at().bad("is an unknown benchmark", classes());
      }
      methods.addAll(found);
    }
    methods.forEach(method -> known.putAll(inventory.benchmarks().get(method)));
    params();
    study.excludes().forEach(exclude -> exclude.forEach(this::exclude));
    study.contrasts().forEach(this::contrast);
    return new ArrayList<>(methods);
  }

  private static boolean isClassOf(String name, String method) {
    String type = method.substring(0, method.lastIndexOf('.'));
    return type.equals(name) || type.substring(type.lastIndexOf('.') + 1).equals(name);
  }

  private String classes() {
    TreeSet<String> classes = new TreeSet<>();
    for (String method : inventory.benchmarks().keySet()) {
      String type = method.substring(0, method.lastIndexOf('.'));
      classes.add(type.substring(type.lastIndexOf('.') + 1));
    }
    return String.join(", ", classes);
  }

  private void params() {
    study
        .params()
        .forEach(
            (name, param) -> {
              if (!known.containsKey(name)) {
                throw param.at().bad("is an unknown parameter", join(known.keySet()));
              }
              param.values().forEach(value -> value(name, value));
            });
  }

  private void value(String param, Study.Value value) {
    switch (param) {
      case Cell.TRANSPORT:
        oneOf(value, "is an unknown transport", inventory.transports().keySet());
        break;
      case Cell.IMPAIRMENT:
        impairment(value);
        break;
      case Cell.BACKEND:
        List<String> backends =
            Stream.concat(Stream.of("auto"), Arrays.stream(Backend.values()).map(Backend::label))
                .toList();
        oneOf(value, "is an unknown backend", backends);
        break;
      case Cell.PAYLOAD_BYTES:
        value.at().integer(0, RpcService.MAX_RESPONSE_BYTES);
        break;
      case Cell.CONCURRENCY:
        value.at().integer(1, TrialSettings.MAX_CONCURRENCY);
        break;
      case Cell.CODEC, Cell.DIRECTION:
        oneOf(value, "is unknown", known.get(param));
        break;
      default:
        Axis.of(param)
            .filter(axis -> !axis.allows(value.text()))
            .ifPresent(
                axis -> {
                  throw value.at().bad("is not one of its values", axis.allowed());
                });
        LoadParam.of(param)
            .filter(load -> !load.allows(value.text()))
            .ifPresent(
                load -> {
                  throw value.at().bad("is not one of its values", load.allowed());
                });
    }
  }

  private void impairment(Study.Value value) {
    if (LinkProfiles.isName(value.text())) {
      oneOf(value, "is an unknown link profile", inventory.profiles());
    }
    inventory.emulated(value.text());
  }

  private void exclude(String param, Study.Value value) {
    if (!known.containsKey(param)) {
      throw value.at().bad("is for an unknown parameter", join(known.keySet()));
    }
    Set<String> allowed = new LinkedHashSet<>(values(param));
    if (param.equals(Cell.BACKEND)) {
      Arrays.stream(Backend.values()).map(Backend::label).forEach(allowed::add);
    }
    oneOf(value, "excludes nothing: it is none of the study's values", allowed);
  }

  private void contrast(Study.PlacedContrast placed) {
    Ledger.Contrast contrast = placed.contrast();
    Map<String, dev.transportbench.config.YamlNode> fields = placed.at().anyFields();
    if (!known.containsKey(contrast.param())) {
      throw fields.get("param").bad("is an unknown parameter", join(known.keySet()));
    }
    List<String> values = values(contrast.param());
    for (String end : List.of("base", "head")) {
      String value = end.equals("base") ? contrast.base() : contrast.head();
      if (!values.contains(value)) {
        throw fields.get(end).bad("is none of the study's values", join(values));
      }
    }
  }

  private List<String> values(String param) {
    Study.Param given = study.params().get(param);
    return given == null
        ? known.get(param)
        : given.values().stream().map(Study.Value::text).toList();
  }

  private static void oneOf(Study.Value value, String problem, Collection<String> allowed) {
    if (!allowed.contains(value.text())) {
      throw value.at().bad(problem, join(allowed));
    }
  }

  private static String join(Collection<String> names) {
    return String.join(", ", names);
  }
}
