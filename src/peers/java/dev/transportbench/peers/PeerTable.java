package dev.transportbench.peers;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.ResultFolder;
import dev.transportbench.rpc.Transports;
import dev.transportbench.stats.Bootstrap;
import dev.transportbench.stats.Forks;
import dev.transportbench.stats.Interval;
import dev.transportbench.study.RunFolder;
import dev.transportbench.study.Studies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes {@code peers.md} beside a run of {@link PeerBenchmark}: ours against each peer on the same
 * protocol.
 *
 * <p>CPU is {@code cpu.process} less {@code cpu.jit}: the collector's part stays, because what a
 * peer allocates it also has to have collected. Its ratio's interval is {@link Bootstrap#ratio}'s
 * over forks.
 */
public final class PeerTable {
  private static final int RESAMPLES = 10_000;
  private static final double CONFIDENCE = 0.95;

  /** What a table's cells have in common. */
  private record Load(String concurrency, String cores) {
    static Load of(CellRecord cell) {
      return new Load(cell.params().get("concurrency"), Axis.CORES.in(cell.params()));
    }

    @Override
    public String toString() {
      return concurrency
          + " in flight"
          + (cores.equals(Axis.CORES.defaultValue()) ? "" : ", cores " + cores);
    }
  }

  /** One cell's forks. */
  private record Cost(String transport, double[] cpu, double[] allocation, double p50) {
    double meanCpu() {
      return mean(cpu);
    }
  }

  private PeerTable() {}

  public static void main(String[] args) throws IOException {
    try {
      if (args.length != 1) {
        throw new BadInputException("STUDY: is missing; allowed: the one that has just run");
      }
      Path folder = RunFolder.latest(Studies.load(args[0]).name()).root();
      String table = String.join("\n", lines(ResultFolder.readLedger(folder))) + "\n";
      LedgerJson.writeText(folder.resolve("peers.md"), table);
      System.out.print(table);
    } catch (BadInputException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  static List<String> lines(Ledger ledger) {
    List<String> lines = new ArrayList<>();
    lines.add("# Ours against peers: " + ledger.study());
    lines.add("");
    lines.add(
        "CPU is client and server together, collector included, compiler not; ratios below 1");
    lines.add("are in our favour, with the 95 % interval over forks.");
    for (Protocol protocol : Protocol.values()) {
      for (Load load : loads(ledger)) {
        lines.addAll(table(ledger, protocol, load));
      }
    }
    lines.addAll(notMeasured(ledger));
    return lines;
  }

  private static Set<Load> loads(Ledger ledger) {
    return ledger.cells().stream()
        .filter(PeerTable::isOfPeers)
        .map(Load::of)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static List<String> table(Ledger ledger, Protocol protocol, Load load) {
    Optional<Cost> ours = cost(ledger, protocol.ours(), load);
    List<Cost> peers =
        Transports.all().values().stream()
            .filter(PeerTransport.class::isInstance)
            .map(PeerTransport.class::cast)
            .filter(peer -> peer.protocol() == protocol)
            .flatMap(peer -> cost(ledger, peer.name(), load).stream())
            .sorted(Comparator.comparingDouble(Cost::meanCpu))
            .toList();
    if (ours.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("## " + protocol.ours() + ", " + load);
    lines.add("");
    lines.add("| | p50 µs | CPU µs | ours / its | heap B | ours / its |");
    lines.add("| --- | ---: | ---: | ---: | ---: | ---: |");
    lines.add(row(ours.get(), "", ""));
    for (Cost peer : peers) {
      lines.add(
          row(
              peer,
              ratio(peer.cpu(), ours.get().cpu()),
              ratio(peer.allocation(), ours.get().allocation())));
    }
    return lines;
  }

  private static String row(Cost cost, String cpu, String allocation) {
    return String.format(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %s | %,.0f | %s |",
        cost.transport(),
        cost.p50(),
        cost.meanCpu(),
        cpu,
        mean(cost.allocation()),
        allocation);
  }

  private static String ratio(double[] base, double[] head) {
    if (base.length < 2 || head.length < 2) {
      return String.format(Locale.ROOT, "%.2f", mean(head) / mean(base));
    }
    Interval interval =
        Bootstrap.ratio(Forks.ofMeans(base), Forks.ofMeans(head), CONFIDENCE, RESAMPLES, 1);
    return String.format(
        Locale.ROOT, "%.2f [%.2f, %.2f]", interval.estimate(), interval.low(), interval.high());
  }

  private static List<String> notMeasured(Ledger ledger) {
    List<String> lines = new ArrayList<>();
    for (CellRecord cell : ledger.cells()) {
      if (cell.status() != CellRecord.Status.ok) {
        lines.add("- `%s`: %s: %s".formatted(cell.key(), cell.status(), cell.why()));
      }
    }
    if (!lines.isEmpty()) {
      lines.addAll(0, List.of("", "Not ok:", ""));
    }
    return lines;
  }

  private static boolean isOfPeers(CellRecord cell) {
    return cell.status() == CellRecord.Status.ok
        && cell.benchmark().endsWith("." + PeerBenchmark.class.getSimpleName() + ".call");
  }

  private static Optional<Cost> cost(Ledger ledger, String transport, Load load) {
    return ledger.cells().stream()
        .filter(PeerTable::isOfPeers)
        .filter(cell -> transport.equals(cell.params().get("transport")))
        .filter(cell -> load.equals(Load.of(cell)))
        .findFirst()
        .map(PeerTable::cost);
  }

  private static Cost cost(CellRecord cell) {
    double[] cpu = forks(cell, FigureName.CPU_PROCESS);
    double[] jit = forks(cell, FigureName.CPU_JIT);
    for (int i = 0; i < cpu.length; i++) {
      cpu[i] -= jit[i];
    }
    return new Cost(
        cell.params().get("transport"),
        cpu,
        forks(cell, FigureName.ALLOC_PROCESS),
        cell.figures().get(FigureName.LATENCY_P50.label()).value());
  }

  private static double[] forks(CellRecord cell, FigureName name) {
    Figure figure = cell.figures().get(name.label());
    return figure.forks().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
