package dev.transportbench.study;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.ledger.Series;
import dev.transportbench.ledger.StackProfile;
import dev.transportbench.rpc.Trait;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** Makes the result files from the journal and the forks' files. */
final class ResultFiles {
  private final Plan plan;
  private final RunFolder folder;
  private final Map<String, Set<Trait>> transports;
  private Repetitions repetitions;

  ResultFiles(Plan plan, RunFolder folder, Map<String, Set<Trait>> transports) {
    this.plan = plan;
    this.folder = folder;
    this.transports = transports;
  }

  /**
   * Writes {@code ledger.json}, {@code jmh.json} and the latency logs.
   *
   * @param ended for each fork its last entry in the journal
   */
  Ledger write(List<Journal.Entry> ended, Map<String, Object> environment) throws IOException {
    repetitions = new Repetitions(ended);
    Map<String, List<Journal.Entry>> byCell = new HashMap<>();
    for (Journal.Entry entry : ended) {
      byCell.computeIfAbsent(entry.cell(), key -> new ArrayList<>()).add(entry);
    }
    List<CellRecord> cells = new ArrayList<>();
    List<ObjectNode> jmh = new ArrayList<>();
    for (Cell cell : plan.cells()) {
      List<Journal.Entry> entries = byCell.getOrDefault(cell.key(), List.of());
      cells.add(cell(cell, entries, jmh));
    }
    LedgerJson.write(folder.jmh(), JmhJson.document(jmh));
    Study study = plan.study();
    Ledger ledger =
        new Ledger(
            Ledger.SCHEMA_VERSION,
            study.name(),
            study.question(),
            new Ledger.Asked(
                study.description(),
                study.source(),
                study.expect(),
                study.forks(),
                study.warmup().toString(),
                study.measurement().toString(),
                study.contrasts().stream().map(Study.PlacedContrast::contrast).toList(),
                plan.leftOut(),
                shard(),
                study.published()),
            environment,
            cells);
    // Last, so that a folder with a ledger is a folder with everything.
    LedgerJson.write(folder.ledger(), ledger);
    return ledger;
  }

  private Ledger.Shard shard() {
    Plan.Part part = plan.part();
    return part == null
        ? null
        : new Ledger.Shard(
            part.shard().index(), part.shard().count(), part.whole(), part.cells(), part.places());
  }

  private CellRecord cell(Cell cell, List<Journal.Entry> entries, List<ObjectNode> jmh)
      throws IOException {
    List<Journal.Entry> sorted =
        entries.stream().sorted(Comparator.comparingInt(Journal.Entry::fork)).toList();
    List<String> failures = new ArrayList<>();
    Map<Journal.Entry, ForkRecord> records = new LinkedHashMap<>();
    Journal.Entry profiled = null;
    for (Journal.Entry entry : sorted) {
      if (entry.fork() >= plan.study().forks()) {
        profiled = entry;
      } else if (entry.status() == Journal.Status.ok) {
        ForkRecord read = LedgerJson.read(folder.root().resolve(entry.record()), ForkRecord.class);
        Map<String, Object> noise = repetitions.record(entry);
        records.put(entry, noise == null ? read : read.withEnvironment("noise", noise));
      } else {
        failures.add("fork %d: %s (%s)".formatted(entry.fork(), entry.why(), entry.log()));
      }
    }
    boolean reliable = traits(cell).contains(Trait.RELIABLE);
    List<ForkRecord> inOrder = List.copyOf(records.values());
    CellRecord record = CellAssembly.of(cell, failures, inOrder, reliable);
    record = LossFigures.add(record, Times.of(Series.LATENCY, inOrder), traits(cell));
    if (profiled != null) {
      record = LayerFigures.add(record, profile(profiled));
    }
    Figure count = record.figures().get(FigureName.LATENCY_COUNT.label());
    if (count != null && count.value() != null) {
      writeLatencies(cell, List.copyOf(records.keySet()), inOrder);
    }
    // JMH's format has no word for a figure that must not be used.
    if (record.status() == CellRecord.Status.ok) {
      List<ObjectNode> forks = new ArrayList<>();
      for (Journal.Entry entry : records.keySet()) {
        forks.add(JmhJson.read(folder.root().resolve(entry.jmh())));
      }
      jmh.add(JmhJson.merge(forks, record.figures()));
    }
    return record;
  }

  private Set<Trait> traits(Cell cell) {
    return cell.transport() == null
        ? Set.of()
        : transports.getOrDefault(cell.transport(), Set.of());
  }

  /** Without set-up and warm-up, so that a count divided by it is a rate. */
  private static double measuredSeconds(ForkRecord record) {
    return record.iterations().stream().mapToDouble(IterationRecord::seconds).sum();
  }

  /** A fork's profile, or why there is none: that spoils no cell. */
  private StackProfile profile(Journal.Entry entry) throws IOException {
    if (entry.status() != Journal.Status.ok) {
      return StackProfile.none("the profiled fork failed: " + entry.why());
    }
    StackProfile profile =
        LedgerJson.read(folder.root().resolve(entry.record()), ForkRecord.class).profile();
    return profile == null ? StackProfile.none("the profiled fork took no samples") : profile;
  }

  private void writeLatencies(Cell cell, List<Journal.Entry> entries, List<ForkRecord> records)
      throws IOException {
    List<Histogram> histograms = Times.of(Series.LATENCY, records).forks();
    List<LatencyLog.Interval> intervals = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Journal.Entry entry = entries.get(i);
      intervals.add(
          new LatencyLog.Interval(
              entry.fork(),
              Instant.parse(entry.startUtc()),
              measuredSeconds(records.get(i)),
              histograms.get(i)));
    }
    Path file = folder.latency().resolve(cell.slug() + ".hlog");
    LedgerJson.writeText(file, LatencyLog.text(cell.key(), intervals));
  }
}
