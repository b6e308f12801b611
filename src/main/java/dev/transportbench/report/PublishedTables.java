package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What others published, what a model predicts, and what this run measured, side by side. */
final class PublishedTables {
  private static final String NONE = "–";

  /** Figures, and those that predict them. */
  private static final Map<String, String> MODELS =
      Map.of(
          "latency.p50", "latency.model.p50",
          "latency.p99", "latency.model.p99",
          "latency.p999", "latency.model.p999",
          "latency.slow.p50", "latency.model.loss",
          "ttfb.p50", "ttfb.model",
          "ttfb.rtts", "ttfb.model.rtts",
          "page.p50", "page.model",
          "page.rtts", "page.model.rtts");

  private PublishedTables() {}

  static List<ReportPage.PublishedRow> of(Ledger.Asked asked, List<CellRecord> cells) {
    List<ReportPage.PublishedRow> rows = new ArrayList<>();
    if (asked == null || asked.published() == null) {
      return rows;
    }
    for (Ledger.Published published : asked.published()) {
      List<CellRecord> heads =
          cells.stream().filter(cell -> matches(cell, published.where())).toList();
      if (heads.isEmpty()) {
        rows.add(row(published, text(published.where()), NONE, "no such cell here", null, null));
      }
      for (CellRecord head : heads) {
        rows.add(
            published.against() == null
                ? absolute(published, head, heads)
                : change(published, head, heads, cells));
      }
    }
    return rows;
  }

  private static boolean matches(CellRecord cell, Map<String, String> where) {
    return where.entrySet().stream()
        .allMatch(param -> param.getValue().equals(cell.params().get(param.getKey())));
  }

  private static ReportPage.PublishedRow absolute(
      Ledger.Published published, CellRecord cell, List<CellRecord> heads) {
    String unit = FigureName.ofLabel(published.figure()).unit();
    Figure ours = figure(cell, published.figure());
    Double predicted = value(figure(cell, MODELS.get(published.figure())));
    Double measured = value(ours);
    return row(
        published,
        scenario(published.where(), cell, heads),
        predicted == null
            ? why(figure(cell, MODELS.get(published.figure())))
            : number(predicted, unit),
        measured == null ? why(ours) : number(measured, unit),
        percent(measured, published.value()),
        percent(measured, predicted));
  }

  /** Of a figure, from the cell that it is compared with to this one. */
  private static ReportPage.PublishedRow change(
      Ledger.Published published, CellRecord head, List<CellRecord> heads, List<CellRecord> cells) {
    Map<String, String> other = new TreeMap<>(head.params());
    other.putAll(published.against());
    CellRecord base =
        cells.stream()
            .filter(cell -> cell.benchmark().equals(head.benchmark()))
            .filter(cell -> cell.params().equals(other))
            .findFirst()
            .orElse(null);
    String scenario =
        scenario(published.where(), head, heads) + " against " + text(published.against());
    if (base == null) {
      return row(published, scenario, NONE, "no such cell here", null, null);
    }
    String model = MODELS.get(published.figure());
    String predicted = percent(value(figure(head, model)), value(figure(base, model)));
    String ours =
        percent(value(figure(head, published.figure())), value(figure(base, published.figure())));
    return row(
        published,
        scenario,
        predicted == null ? why(figure(head, model)) : predicted,
        ours == null ? why(figure(head, published.figure())) : ours,
        null,
        null);
  }

  private static ReportPage.PublishedRow row(
      Ledger.Published published,
      String where,
      String predicted,
      String ours,
      String fromPublished,
      String fromPredicted) {
    FigureName name = FigureName.ofLabel(published.figure());
    String unit = name.unit();
    String value =
        published.value() == null
            ? NONE
            : published.against() == null
                ? number(published.value(), unit)
                : String.format(Locale.ROOT, "%+.1f %%", published.value());
    String note =
        List.of(
                published.source() == null ? "" : published.source(),
                published.note() == null ? "" : published.note())
            .stream()
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(": "));
    return new ReportPage.PublishedRow(
        published.figure(),
        where,
        value,
        predicted,
        ours,
        Objects.requireNonNullElse(fromPublished, NONE),
        Objects.requireNonNullElse(fromPredicted, NONE),
        note.isEmpty() ? NONE : note);
  }

  private static Figure figure(CellRecord cell, String name) {
    return name == null || cell.figures() == null ? null : cell.figures().get(name);
  }

  private static Double value(Figure figure) {
    return figure == null ? null : figure.value();
  }

  private static String why(Figure figure) {
    return figure == null || figure.notAvailable() == null ? NONE : figure.notAvailable();
  }

  /** Times as people read them on such links. */
  private static String number(double value, String unit) {
    if (unit.equals("us")) {
      return String.format(Locale.ROOT, "%,.2f ms", value / 1000);
    }
    return Numbers.text(value) + (unit.equals("1") ? "" : " " + unit);
  }

  private static String percent(Double value, Double base) {
    return value == null || base == null || base == 0
        ? null
        : String.format(Locale.ROOT, "%+.1f %%", 100 * (value / base - 1));
  }

  /** What the row is about, and what else tells its cells apart. */
  private static String scenario(
      Map<String, String> where, CellRecord cell, List<CellRecord> heads) {
    Map<String, String> told = new LinkedHashMap<>(where);
    cell.params()
        .forEach(
            (name, value) -> {
              boolean varies =
                  heads.stream().map(other -> other.params().get(name)).distinct().count() > 1;
              if (varies) {
                told.putIfAbsent(name, value);
              }
            });
    return text(told);
  }

  private static String text(Map<String, String> params) {
    return params.entrySet().stream()
        .map(param -> param.getKey() + " " + param.getValue())
        .collect(Collectors.joining(", "));
  }
}
