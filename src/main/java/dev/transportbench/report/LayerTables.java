package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Layer;
import dev.transportbench.ledger.StackProfile;
import dev.transportbench.report.ReportPage.LayerTable;
import dev.transportbench.report.ReportPage.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Which layers CPU time and bytes went to, for the cells whose stacks were sampled. */
final class LayerTables {
  /** Classes named under a table; the ledger has ten. */
  private static final int CLASSES = 4;

  /** A layer with less in every cell has no column. */
  private static final double LEAST_SHARE = 0.002;

  private static final String NONE = "–";

  private LayerTables() {}

  static List<LayerTable> of(CellGroups groups) {
    List<LayerTable> tables = new ArrayList<>();
    for (List<CellRecord> group : groups.all()) {
      List<CellRecord> sampled = group.stream().filter(cell -> cell.profile() != null).toList();
      if (!sampled.isEmpty()) {
        tables.add(table(groups.title(group.get(0)), sampled));
      }
    }
    return tables;
  }

  private static LayerTable table(String title, List<CellRecord> cells) {
    List<Layer> met =
        Arrays.stream(Layer.values())
            .filter(layer -> cells.stream().anyMatch(cell -> met(cell, layer)))
            .toList();
    List<ReportPage.LayerRow> rows = new ArrayList<>();
    List<Pair> notes = new ArrayList<>();
    for (CellRecord cell : cells) {
      String transport = cell.params().getOrDefault(CellGroups.TRANSPORT, cell.benchmark());
      if (cell.profile().notAvailable() != null) {
        notes.add(new Pair(transport, "not available: " + cell.profile().notAvailable()));
        continue;
      }
      for (String side : StackProfile.SIDES) {
        StackProfile.Shares shares = cell.profile().cpu().get(side);
        if (shares != null) {
          rows.add(
              new ReportPage.LayerRow(
                  transport,
                  side,
                  met.stream().map(layer -> text(cell, side, shares, layer)).toList()));
        }
      }
      notes.add(new Pair(transport, "CPU sampled by " + cell.profile().engine()));
      allocation("heap", transport, cell.profile().alloc(), notes);
      allocation("native memory", transport, cell.profile().nativeMemory(), notes);
    }
    return new LayerTable(title, met.stream().map(Layer::label).toList(), rows, notes);
  }

  private static boolean met(CellRecord cell, Layer layer) {
    return StackProfile.SIDES.stream()
        .map(side -> cell.profile().cpu().get(side))
        .anyMatch(
            shares ->
                shares != null && shares.layers().getOrDefault(layer.label(), 0.0) >= LEAST_SHARE);
  }

  /** {@code 3.1 ± 0.2}. */
  private static String text(
      CellRecord cell, String side, StackProfile.Shares shares, Layer layer) {
    Figure micros = cell.figures().get(StackProfile.figure(side, layer.label()));
    Figure whole = cell.figures().get("cpu." + side);
    if (micros == null || micros.value() == null || whole == null || whole.value() == null) {
      return NONE;
    }
    return String.format(
        Locale.ROOT, "%.2f ± %.2f", micros.value(), shares.error(layer.label()) * whole.value());
  }

  private static void allocation(
      String what, String transport, Map<String, StackProfile.Shares> sides, List<Pair> notes) {
    for (String side : StackProfile.SIDES) {
      StackProfile.Shares shares = sides.get(side);
      if (shares != null) {
        String classes =
            shares.top().stream()
                .limit(CLASSES)
                .map(top -> percent(top.share()) + " " + top.name())
                .collect(Collectors.joining(", "));
        notes.add(
            new Pair(
                transport + " " + side,
                what
                    + ": "
                    + shares.layers().entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .map(layer -> percent(layer.getValue()) + " " + layer.getKey())
                        .collect(Collectors.joining(", "))
                    + (classes.isEmpty() ? "" : "; classes: " + classes)));
      }
    }
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", share * 100);
  }
}
