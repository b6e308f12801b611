package dev.transportbench.report;

import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;

/** The main table for a terminal: fewer columns than the page has, the same figures. */
public final class TerminalTable {
  private static final String NO_VERDICT = "°";

  private TerminalTable() {}

  /** Status and warnings first, then one table a group, then why figures are missing. */
  public static List<String> lines(Ledger ledger) {
    ReportPage page = PageBuilder.page(ledger);
    List<String> lines = new ArrayList<>();
    ReportPage.Counts counts = page.counts();
    lines.add(
        "cells: %d ok, %d failed, %d invalid, %d not run"
            .formatted(counts.ok(), counts.failed(), counts.invalid(), counts.notRun()));
    page.warnings().forEach(warning -> lines.add("WARNING: " + warning));
    lines.add("known answer: " + page.knownAnswer());
    boolean noVerdict = false;
    List<Integer> notes = new ArrayList<>();
    for (ReportPage.Group group : page.groups()) {
      lines.add("");
      lines.add(group.title() + (group.backend().isEmpty() ? "" : " (" + group.backend() + ")"));
      lines.addAll(table(group, notes));
      noVerdict |=
          group.rows().stream()
              .flatMap(row -> row.entries().stream())
              .anyMatch(ReportPage.Entry::noVerdict);
    }
    for (ReportPage.OtherTable other : page.others()) {
      lines.add("");
      lines.add(other.title());
      List<List<String>> rows = new ArrayList<>(List.of(other.columns()));
      rows.addAll(other.rows());
      lines.addAll(aligned(rows, 1));
    }
    lines.add("");
    if (noVerdict) {
      lines.add(NO_VERDICT + " no verdict on CPU below 1,000 RPC/s: the JVM is not kept warm");
    }
    for (int note : notes) {
      lines.add("[" + note + "] " + page.footnotes().get(note - 1));
    }
    return lines;
  }

  private static List<String> table(ReportPage.Group group, List<Integer> notes) {
    List<List<String>> cells = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("transport"));
    for (Column column : Column.values()) {
      if (column.compact()) {
        head.add(column.title());
      }
    }
    cells.add(head);
    for (ReportPage.Row row : group.rows()) {
      List<String> line = new ArrayList<>();
      line.add(row.transport() + (row.status().isEmpty() ? "" : " (" + row.status() + ")"));
      for (Column column : Column.values()) {
        if (column.compact()) {
          ReportPage.Entry entry = row.entries().get(column.ordinal());
          line.add(text(entry));
          if (entry.note() > 0 && !notes.contains(entry.note())) {
            notes.add(entry.note());
          }
        }
      }
      cells.add(line);
    }
    return aligned(cells, 1);
  }

  /** The first columns to the left, numbers to the right. */
  public static List<String> aligned(List<List<String>> cells, int left) {
    int columns = cells.get(0).size();
    int[] widths = new int[columns];
    for (List<String> line : cells) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> line : cells) {
      StringBuilder text = new StringBuilder("  ");
      for (int i = 0; i < columns; i++) {
        String pad = " ".repeat(widths[i] - line.get(i).length());
        text.append(i == 0 ? "" : "  ").append(i < left ? line.get(i) + pad : pad + line.get(i));
      }
      lines.add(text.toString().stripTrailing());
    }
    return lines;
  }

  private static String text(ReportPage.Entry entry) {
    return entry.text()
        + (entry.note() > 0 ? "[" + entry.note() + "]" : "")
        + (entry.noVerdict() ? NO_VERDICT : "");
  }
}
