package dev.transportbench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Makes one result of the shards of a study, as if one run had measured them all. */
public final class ShardMerge {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A shard's result. */
  public record Input(Path folder, Ledger ledger) {
    private Ledger.Shard shard() {
      return ledger.asked() == null ? null : ledger.asked().shard();
    }
  }

  /** A cell, and the shard that it is taken from. */
  private record Taken(CellRecord cell, Input from) {}

  private final List<Input> inputs;

  private ShardMerge(List<Input> inputs) {
    this.inputs = inputs;
  }

  /**
   * Writes the result files of all shards into a folder.
   *
   * @throws BadInputException when the shards are not all of one study's, were made by unlike code,
   *     or unlike machines share what is to be compared
   */
  public static Ledger merge(List<Input> inputs, RunFolder out) throws IOException {
    return new ShardMerge(inputs).merge(out);
  }

  private Ledger merge(RunFolder out) throws IOException {
    Map<Integer, Input> byIndex = byIndex();
    List<Input> ordered = List.copyOf(byIndex.values());
    MergedEnvironment environment = new MergedEnvironment();
    ordered.forEach(input -> environment.add(input.shard().index(), input.ledger().environment()));
    environment.refuseUnlikeCode();
    List<Taken> cells = cells(ordered);
    refuseComparisonsBetweenMachines(cells, environment);
    out.check(false);
    out.create();
    for (Taken taken : cells) {
      copyFiles(taken, out);
    }
    for (Input input : ordered) {
      Files.copy(
          RunFolder.at(input.folder()).journal(),
          out.root().resolve("journal-" + input.shard().index() + ".jsonl"));
    }
    LedgerJson.write(out.jmh(), jmh(cells));
    Ledger first = ordered.get(0).ledger();
    Ledger merged =
        new Ledger(
            Ledger.SCHEMA_VERSION,
            first.study(),
            first.question(),
            first.asked().whole(),
            environment.merged(),
            cells.stream().map(ShardMerge::marked).toList());
    LedgerJson.write(out.ledger(), merged);
    return merged;
  }

  private Map<Integer, Input> byIndex() {
    Map<Integer, Input> byIndex = new TreeMap<>();
    Input first = inputs.get(0);
    for (Input input : inputs) {
      Ledger.Shard shard = input.shard();
      if (shard == null) {
        throw bad(input, "is no shard's result", "folders that run --shard has written");
      }
      Ledger.Shard other = first.shard();
      if (!input.ledger().study().equals(first.ledger().study())
          || !shard.plan().equals(other.plan())
          || shard.count() != other.count()) {
        throw bad(
            input,
            "is a shard of another plan than '%s' is".formatted(first.folder()),
            "the shards of one study, seed and budget, planned alike on all machines");
      }
      Input same = byIndex.put(shard.index(), input);
      if (same != null) {
        throw bad(
            input,
            "is shard %d of %d, as '%s' is".formatted(shard.index(), shard.count(), same.folder()),
            "each shard once");
      }
    }
    for (int index = 1; index <= first.shard().count(); index++) {
      if (!byIndex.containsKey(index)) {
        throw new BadInputException(
            "merge: shard %d of %d is missing; allowed: all shards"
                .formatted(index, first.shard().count()));
      }
    }
    return byIndex;
  }

  private static BadInputException bad(Input input, String problem, String allowed) {
    return new BadInputException(
        "merge: '%s' %s; allowed: %s".formatted(input.folder(), problem, allowed));
  }

  /** In the whole study's order, each once. */
  private static List<Taken> cells(List<Input> inputs) {
    Map<Integer, Taken> byPlace = new TreeMap<>();
    for (Input input : inputs) {
      List<CellRecord> cells = input.ledger().cells();
      List<Integer> places = input.shard().places();
      if (places == null || places.size() != cells.size()) {
        throw bad(input, "does not say where its cells belong", "what run --shard has written");
      }
      for (int i = 0; i < cells.size(); i++) {
        Taken taken = new Taken(cells.get(i), input);
        Taken before = byPlace.get(places.get(i));
        if (before == null) {
          byPlace.put(places.get(i), taken);
        } else if (!KnownAnswer.is(taken.cell().params())
            || !before.cell().key().equals(taken.cell().key())) {
          throw bad(input, "repeats the cell " + taken.cell().key(), "each cell once");
        } else if (before.cell().status() == Status.ok && taken.cell().status() != Status.ok) {
          // One machine that gets the known answer wrong spoils the trust in the whole.
          byPlace.put(places.get(i), taken);
        }
      }
    }
    int expected = inputs.get(0).shard().cells();
    if (byPlace.size() != expected) {
      throw new BadInputException(
          "merge: %d of %d cells are there; allowed: all of them, each once"
              .formatted(byPlace.size(), expected));
    }
    return List.copyOf(byPlace.values());
  }

  private static void refuseComparisonsBetweenMachines(
      List<Taken> all, MergedEnvironment environment) {
    List<Taken> cells =
        all.stream().filter(taken -> !KnownAnswer.is(taken.cell().params())).toList();
    if (cells.isEmpty()) {
      return;
    }
    List<List<Integer>> groups =
        Companions.groups(
            cells.stream().map(taken -> Companions.Subject.of(taken.cell())).toList(),
            cells.get(0).from().ledger().asked().contrasts());
    for (List<Integer> group : groups) {
      Taken first = cells.get(group.get(0));
      for (int place : group) {
        Taken other = cells.get(place);
        String unlike =
            environment.unlikeMachines(first.from().shard().index(), other.from().shard().index());
        if (unlike != null) {
          throw new BadInputException(
              "merge: %s and %s are compared, and ran on machines whose %s; allowed: each comparison"
                      .formatted(first.cell().key(), other.cell().key(), unlike)
                  + " on one machine, or on machines alike");
        }
      }
    }
  }

  /** The same, each fork told which shard it ran on. */
  private static CellRecord marked(Taken taken) {
    CellRecord cell = taken.cell();
    List<Map<String, Object>> forks = new ArrayList<>();
    for (Map<String, Object> fork : cell.forkEnvironments()) {
      Map<String, Object> told = new LinkedHashMap<>(fork);
      told.put("shard", taken.from().shard().index());
      forks.add(told);
    }
    return new CellRecord(
        cell.key(),
        cell.benchmark(),
        cell.mode(),
        cell.params(),
        cell.link(),
        cell.status(),
        cell.why(),
        cell.forks(),
        cell.terms(),
        forks,
        cell.figures(),
        cell.profile());
  }

  private static ArrayNode jmh(List<Taken> cells) throws IOException {
    Map<Input, Map<String, JsonNode>> read = new LinkedHashMap<>();
    ArrayNode merged = MAPPER.createArrayNode();
    for (Taken taken : cells) {
      Map<String, JsonNode> entries = read.get(taken.from());
      if (entries == null) {
        entries = entries(RunFolder.at(taken.from().folder()).jmh());
        read.put(taken.from(), entries);
      }
      JsonNode entry = entries.get(taken.cell().key());
      if (entry != null) {
        merged.add(entry);
      }
    }
    return merged;
  }

  private static Map<String, JsonNode> entries(Path file) throws IOException {
    Map<String, JsonNode> entries = new LinkedHashMap<>();
    for (JsonNode entry : MAPPER.readTree(Files.readAllBytes(file))) {
      Map<String, String> params = new TreeMap<>();
      entry
          .path("params")
          .properties()
          .forEach(param -> params.put(param.getKey(), param.getValue().asText()));
      String mode = entry.path("mode").asText(CellKey.THROUGHPUT);
      entries.put(CellKey.key(entry.path("benchmark").asText(), params, mode), entry);
    }
    return entries;
  }

  /** Whatever a run has named after the cell: forks, logs, latencies, captures. */
  private static void copyFiles(Taken taken, RunFolder out) throws IOException {
    CellRecord cell = taken.cell();
    String slug = CellKey.slug(cell.benchmark(), cell.params(), cell.mode());
    Path from = taken.from().folder();
    try (Stream<Path> files = Files.walk(from, 2)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.getParent().equals(from) && file.getFileName().toString().startsWith(slug)) {
          Path copy = out.root().resolve(from.relativize(file));
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }
}
