package dev.transportbench.study;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.benchmark.Combination;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.link.Backend;
import dev.transportbench.rpc.Trait;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a plan of a study: checks its names, spells out its cells, resolves their backends. */
public final class Planner {
  private static final String AUTO = "auto";
  private static final String CLEAN = "clean";
  private static final long MAX_BYTES_IN_FLIGHT = 64 << 20;

  private final Inventory inventory;

  Planner(Inventory inventory) {
    this.inventory = inventory;
  }

  /** Plans for this jar and this machine. */
  public static Planner live() {
    return new Planner(new LiveInventory());
  }

  /**
   * @throws dev.transportbench.config.BadInputException when the study names what there is not, or
   *     leaves nothing to run
   */
  public Plan plan(Study study, long seed) {
    List<String> benchmarks = new StudyCheck(study, inventory).benchmarks();
    Map<String, Cell> cells = new LinkedHashMap<>();
    List<Ledger.LeftOut> leftOut = new ArrayList<>();
    for (String benchmark : benchmarks) {
      for (Map<String, String> params : combinations(study, benchmark)) {
        Resolved resolved = resolve(study, params);
        Cell cell = new Cell(benchmark, resolved.params, resolved.notRun, resolved.note);
        if (resolved.leftOut != null) {
          leftOut.add(new Ledger.LeftOut(cell.key(), resolved.leftOut));
        } else if (cells.putIfAbsent(cell.key(), cell) != null) {
          leftOut.add(new Ledger.LeftOut(cell.key(), "is planned already"));
        }
      }
    }
    Study.Value first = study.benchmarks().get(0);
    if (cells.isEmpty()) {
      throw first
          .at()
          .bad(
              "has no cell left: " + problem(leftOut.get(0).why()),
              "a study with at least one combination");
    }
    if (cells.values().stream().allMatch(cell -> cell.notRun() != null)) {
      throw first
          .at()
          .bad(
              "has no cell that can run here: "
                  + problem(cells.values().iterator().next().notRun()),
              "a study with at least one that can");
    }
    KnownAnswer.cell(inventory).ifPresent(cell -> cells.putIfAbsent(cell.key(), cell));
    List<Cell> all = List.copyOf(cells.values());
    List<ForkTask> order = new ArrayList<>(ForkOrder.of(all, study.forks(), seed));
    if (study.profile() != Profiling.NONE) {
      order.addAll(ForkOrder.profiled(all, study.forks(), seed));
    }
    return new Plan(study, all, leftOut, List.copyOf(order), seed);
  }

  /** A reason without what it allows: of all that is, the whole line says what is. */
  static String problem(String reason) {
    return reason.replaceFirst("; allowed: .*", "");
  }

  private List<Map<String, String>> combinations(Study study, String benchmark) {
    List<Map<String, String>> combinations = new ArrayList<>();
    combinations.add(new LinkedHashMap<>());
    Map<String, List<String>> values = new LinkedHashMap<>();
    study
        .params()
        .forEach(
            (name, param) ->
                values.put(name, param.values().stream().map(Study.Value::text).toList()));
    Map<String, List<String>> known = inventory.benchmarks().get(benchmark);
    values.keySet().retainAll(known.keySet());
    known.forEach(values::putIfAbsent);
    for (Map.Entry<String, List<String>> param : values.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> combination : combinations) {
        for (String value : param.getValue()) {
          Map<String, String> next = new LinkedHashMap<>(combination);
          next.put(param.getKey(), value);
          longer.add(next);
        }
      }
      combinations = longer;
    }
    return combinations;
  }

  private Resolved resolve(Study study, Map<String, String> params) {
    Resolved resolved = new Resolved(params);
    if (excluded(study, params)) {
      resolved.leftOut = "excluded by the study";
      return resolved;
    }
    resolved.leftOut = tooMuchInFlight(params);
    if (resolved.leftOut == null && params.containsKey(Cell.BACKEND)) {
      Set<Trait> traits = inventory.transports().getOrDefault(params.get(Cell.TRANSPORT), Set.of());
      if (traits.contains(Trait.IN_MEMORY)) {
        resolveInMemory(resolved);
      } else {
        resolveLink(resolved, params.getOrDefault(Cell.IMPAIRMENT, CLEAN));
      }
      if (resolved.leftOut == null && resolved.notRun == null) {
        resolved.notRun = tooManyConnections(resolved.params, traits);
      }
      if (resolved.leftOut == null && excluded(study, resolved.params)) {
        resolved.leftOut = "excluded by the study";
      }
      if (resolved.leftOut == null) {
        resolved.leftOut =
            Combination.problem(
                    resolved.params, traits, inventory.handshakes(params.get(Cell.TRANSPORT)))
                .orElse(null);
      }
    }
    return resolved;
  }

  /** Client and server share the fork's heap of 1 GiB, and each keeps several copies. */
  private static String tooMuchInFlight(Map<String, String> params) {
    if (!params.containsKey(Cell.CONCURRENCY) || !params.containsKey(Cell.PAYLOAD_BYTES)) {
      return null;
    }
    long bytes =
        Long.parseLong(params.get(Cell.CONCURRENCY))
            * Long.parseLong(params.get(Cell.PAYLOAD_BYTES));
    return bytes <= MAX_BYTES_IN_FLIGHT
        ? null
        : "%s RPCs of %s B in flight are %d MiB; at most %d fit a fork's heap"
            .formatted(
                params.get(Cell.CONCURRENCY),
                params.get(Cell.PAYLOAD_BYTES),
                bytes >> 20,
                MAX_BYTES_IN_FLIGHT >> 20);
  }

  private String tooManyConnections(Map<String, String> params, Set<Trait> traits) {
    String connections = Axis.CONNECTIONS.in(params);
    return Axis.CONNECTIONS.allows(connections)
        ? inventory.whyNotSoMany(traits, Integer.parseInt(connections)).orElse(null)
        : null;
  }

  private static void resolveInMemory(Resolved resolved) {
    String transport = resolved.params.get(Cell.TRANSPORT);
    String backend = resolved.params.get(Cell.BACKEND);
    String loopback = Backend.LOOPBACK.label();
    if (!resolved.params.getOrDefault(Cell.IMPAIRMENT, CLEAN).equals(CLEAN)) {
      resolved.leftOut = "transport " + transport + " has no link: impairment clean only";
    } else if (!backend.equals(AUTO) && !backend.equals(loopback)) {
      resolved.leftOut = "transport " + transport + " has no link: backend loopback only";
    }
    resolved.params.put(Cell.BACKEND, loopback);
  }

  private void resolveLink(Resolved resolved, String profile) {
    String asked = resolved.params.get(Cell.BACKEND);
    Backend backend = asked.equals(AUTO) ? inventory.auto(profile) : Backend.labelled(asked);
    if (asked.equals(AUTO) && backend == Backend.LOOPBACK) {
      String why = inventory.whyNot(Backend.VETH).orElse("so it was resolved");
      resolved.note = "on loopback, without wire figures: " + why;
    }
    resolved.params.put(Cell.BACKEND, backend.label());
    resolved.leftOut = inventory.refusal(profile, backend).orElse(null);
    resolved.notRun = inventory.whyNot(backend, profile).orElse(null);
  }

  private static boolean excluded(Study study, Map<String, String> params) {
    return study.excludes().stream()
        .anyMatch(
            exclude ->
                exclude.entrySet().stream()
                    .allMatch(entry -> entry.getValue().text().equals(params.get(entry.getKey()))));
  }

  private static final class Resolved {
    final Map<String, String> params;
    String leftOut;
    String notRun;
    String note;

    Resolved(Map<String, String> params) {
      this.params = new LinkedHashMap<>(params);
    }
  }
}
