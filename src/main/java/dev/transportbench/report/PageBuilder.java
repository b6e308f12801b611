package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.report.ReportPage.Entry;
import dev.transportbench.report.ReportPage.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes a page of a ledger. */
final class PageBuilder {
  private static final String KNOWN_TRANSPORT = "null-20us";
  private static final String NONE = "–";

  private PageBuilder() {}

  static ReportPage page(Ledger ledger) {
    List<CellRecord> shown = withoutKnownAnswer(ledger.cells());
    CellGroups groups =
        new CellGroups(shown.stream().filter(c -> !OtherTables.isOther(c)).toList());
    Footnotes footnotes = new Footnotes();
    List<ReportPage.Group> tables = new ArrayList<>();
    for (List<CellRecord> group : groups.all()) {
      tables.add(group(groups.title(group.get(0)), group, footnotes));
    }
    Ledger.Asked asked = ledger.asked();
    return new ReportPage(
        ledger.study(),
        ledger.question(),
        asked == null ? null : asked.description(),
        asked == null ? null : asked.source(),
        asked == null ? null : asked.expect(),
        scope(asked, groups, shown),
        counts(ledger.cells()),
        Warnings.of(ledger, groups),
        knownAnswer(ledger.cells()),
        environment(ledger.environment()),
        Arrays.stream(Column.values()).map(Column::title).toList(),
        tables,
        footnotes.texts(),
        OtherTables.of(shown),
        LayerTables.of(groups),
        LossTables.of(groups),
        LinkTables.of(shown),
        terms(shown, groups),
        leftOut(asked),
        Contrasts.tables(asked, shown),
        Contrasts.networks(asked, shown),
        PublishedTables.of(asked, shown));
  }

  private static List<CellRecord> withoutKnownAnswer(List<CellRecord> cells) {
    List<CellRecord> others =
        cells.stream()
            .filter(cell -> !KNOWN_TRANSPORT.equals(cell.params().get(CellGroups.TRANSPORT)))
            .toList();
    return others.isEmpty() ? cells : others;
  }

  private static String scope(Ledger.Asked asked, CellGroups groups, List<CellRecord> cells) {
    if (asked == null || cells.isEmpty()) {
      return "";
    }
    String common = groups.common();
    return "%d %s a cell; warm-up %s, measurement %s%s"
        .formatted(
            asked.forks(),
            asked.forks() == 1 ? "fork" : "forks",
            asked.warmup(),
            asked.measurement(),
            common.isEmpty() ? "" : "; everywhere: " + common);
  }

  private static ReportPage.Counts counts(List<CellRecord> cells) {
    Map<Status, Long> counts =
        cells.stream().collect(Collectors.groupingBy(CellRecord::status, Collectors.counting()));
    return new ReportPage.Counts(
        counts.getOrDefault(Status.ok, 0L),
        counts.getOrDefault(Status.failed, 0L),
        counts.getOrDefault(Status.invalid, 0L),
        counts.getOrDefault(Status.notRun, 0L));
  }

  private static String knownAnswer(List<CellRecord> cells) {
    for (CellRecord cell : cells) {
      if (KNOWN_TRANSPORT.equals(cell.params().get(CellGroups.TRANSPORT))) {
        Double median = Warnings.value(cell, FigureName.LATENCY_P50);
        return "a transport that takes 20 µs took %s: %s"
            .formatted(
                median == null ? "an unknown time" : Numbers.text(median) + " µs (median)",
                cell.status());
      }
    }
    return "none was run: nothing vouches for this run's clock and driver";
  }

  private static List<Pair> environment(Map<String, Object> environment) {
    List<Pair> pairs = new ArrayList<>();
    environment.forEach(
        (name, value) -> {
          String text =
              value instanceof List<?> list
                  ? list.stream().map(String::valueOf).collect(Collectors.joining(" "))
                  : String.valueOf(value);
          pairs.add(new Pair(name, text));
        });
    return pairs;
  }

  private static ReportPage.Group group(String title, List<CellRecord> cells, Footnotes footnotes) {
    String backend = cells.get(0).params().getOrDefault(CellGroups.BACKEND, "");
    List<ReportPage.Row> rows = new ArrayList<>();
    for (CellRecord cell : cells) {
      List<Entry> entries = new ArrayList<>();
      for (Column column : Column.values()) {
        entries.add(entry(cell, column, footnotes));
      }

      String transport = cell.params().getOrDefault(CellGroups.TRANSPORT, cell.benchmark());
      rows.add(new ReportPage.Row(transport, word(cell.status()), entries));
    }
    return new ReportPage.Group(title, backend, backend.equals("veth"), rows);
  }

  /** The count stands in a column of its own; without it one footnote serves many cells. */
  private static String withoutCount(String why) {
    return why.replaceFirst("^n = \\d+: needs (\\d+)$", "too few RPCs: needs n of $1");
  }

  private static String word(Status status) {
    switch (status) {
      case ok:
        return "";
      case notRun:
        return "not run";
      default:
        return status.name();
    }
  }

  private static Entry entry(CellRecord cell, Column column, Footnotes footnotes) {
    Figure figure = cell.figures() == null ? null : cell.figures().get(column.figure().label());
    if (figure == null) {
      String why =
          cell.status() == Status.ok
              ? "not in the ledger"
              : "the cell has no figures; the warnings say why";
      return new Entry(NONE, footnotes.number(why), false);
    }
    if (figure.value() == null) {
      return new Entry(NONE, footnotes.number(withoutCount(figure.notAvailable())), false);
    }
    Double throughput = Warnings.value(cell, FigureName.THROUGHPUT);
    boolean slow = throughput == null || throughput < FigureRules.LEAST_RPCS_FOR_CPU;
    return new Entry(Numbers.text(figure.value()), 0, column.isCpu() && slow);
  }

  /** A row for each transport, and another for each of its cells that has other terms. */
  private static List<Pair> terms(List<CellRecord> cells, CellGroups groups) {
    Map<String, Set<List<String>>> said = new LinkedHashMap<>();
    Map<String, List<Pair>> rows = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      if (cell.terms() != null && !cell.terms().isEmpty()) {
        String transport = cell.params().get(CellGroups.TRANSPORT);
        String text = terms(cell);
        if (said.computeIfAbsent(transport, t -> new HashSet<>()).add(agreed(text))) {
          List<Pair> pairs = rows.computeIfAbsent(transport, t -> new ArrayList<>());
          pairs.add(new Pair(pairs.isEmpty() ? transport : groups.name(cell), text));
        }
      }
    }
    return rows.values().stream().flatMap(List::stream).toList();
  }

  /** Without sizes that the kernel tunes, and times. */
  private static List<String> agreed(String terms) {
    return Arrays.stream(terms.split(", "))
        .filter(term -> !term.matches("\\S*\\.(bytes|millis) .*"))
        .toList();
  }

  /** A term that both sides have alike is said once. */
  private static String terms(CellRecord cell) {
    TreeMap<String, String> said = new TreeMap<>();
    cell.terms()
        .forEach(
            (name, value) -> {
              String bare = name.replaceFirst("^(client|server)\\.", "");
              boolean alike =
                  value.equals(cell.terms().get("client." + bare))
                      && value.equals(cell.terms().get("server." + bare));
              said.put(alike ? bare : name, value);
            });
    return said.entrySet().stream()
        .map(term -> term.getKey() + " " + term.getValue())
        .collect(Collectors.joining(", "));
  }

  private static List<String> leftOut(Ledger.Asked asked) {
    if (asked == null || asked.leftOut() == null) {
      return List.of();
    }
    return asked.leftOut().stream().map(out -> out.key() + ": " + out.why()).toList();
  }
}
