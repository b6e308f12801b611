package dev.transportbench.report.compare;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Layer;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.StackProfile;
import dev.transportbench.report.ResultFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * In which layers a cell's CPU time changed. Shares come from one profiled fork a side, whose times
 * are used nowhere; each is multiplied by that side's CPU per RPC of the forks that were not
 * disturbed.
 *
 * @param cell key
 * @param notAvailable why it is not known; null when it is
 * @param layers largest change first
 */
public record Where(String cell, String notAvailable, List<LayerChange> layers) {
  /** Less than this on both sides is no row, µs per RPC. */
  private static final double LEAST_MICROS = 0.02;

  /**
   * µs of CPU per RPC.
   *
   * @param side {@code client} or {@code server}
   * @param error half of the change's 95 % interval, as the number of samples allows; what the
   *     forks themselves differ by is not in it
   */
  public record LayerChange(String side, String layer, double base, double head, double error) {

    public double change() {
      return head - base;
    }

    /** Whether samples as few as these can tell it from none. */
    public boolean isClear() {
      return Math.abs(change()) > error;
    }
  }

  /** For these cells of two result folders, as far as they were profiled. */
  public static List<Where> of(Path base, Path head, Collection<String> cells) {
    Map<String, CellRecord> left = byKey(ResultFolder.readLedger(base));
    Map<String, CellRecord> right = byKey(ResultFolder.readLedger(head));
    List<Where> found = new ArrayList<>();
    for (String key : cells) {
      CellRecord b = left.get(key);
      CellRecord h = right.get(key);
      if (b != null && h != null && b.profile() != null && h.profile() != null) {
        found.add(of(key, b, h));
      }
    }
    return found;
  }

  private static Map<String, CellRecord> byKey(Ledger ledger) {
    Map<String, CellRecord> cells = new HashMap<>();
    ledger.cells().forEach(cell -> cells.put(cell.key(), cell));
    return cells;
  }

  private static Where of(String key, CellRecord base, CellRecord head) {
    for (CellRecord cell : List.of(base, head)) {
      if (cell.profile().notAvailable() != null) {
        return new Where(key, cell.profile().notAvailable(), List.of());
      }
    }
    List<LayerChange> layers = new ArrayList<>();
    for (String side : StackProfile.SIDES) {
      StackProfile.Shares left = base.profile().cpu().get(side);
      StackProfile.Shares right = head.profile().cpu().get(side);
      Double leftCpu = cpu(base, side);
      Double rightCpu = cpu(head, side);
      if (left == null || right == null || leftCpu == null || rightCpu == null) {
        continue;
      }
      for (Layer layer : Layer.values()) {
        String label = layer.label();
        double b = leftCpu * left.layers().getOrDefault(label, 0.0);
        double h = rightCpu * right.layers().getOrDefault(label, 0.0);
        if (Math.max(b, h) >= LEAST_MICROS) {
          double error = Math.hypot(leftCpu * left.error(label), rightCpu * right.error(label));
          layers.add(new LayerChange(side, label, b, h, error));
        }
      }
    }
    layers.sort(Comparator.comparingDouble((LayerChange layer) -> -Math.abs(layer.change())));
    return new Where(key, null, List.copyOf(layers));
  }

  private static Double cpu(CellRecord cell, String side) {
    Figure figure = cell.figures().get("cpu." + side);
    return figure == null ? null : figure.value();
  }
}
