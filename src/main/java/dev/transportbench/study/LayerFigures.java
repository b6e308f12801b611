package dev.transportbench.study;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Layer;
import dev.transportbench.ledger.StackProfile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU by layer: each side's shares, of the profiled fork, times that side's CPU per RPC, of the
 * forks that were not disturbed. So a side's layers add up to the side.
 */
final class LayerFigures {
  private LayerFigures() {}

  /** The cell with the profile and its figures. */
  static CellRecord add(CellRecord cell, StackProfile profile) {
    Map<String, Figure> figures = new LinkedHashMap<>(cell.figures());
    if (profile.notAvailable() == null) {
      for (Layer layer : Layer.values()) {
        figures.put(StackProfile.figure(layer.label()), figure(cell, layer, profile.cpu()));
        for (String side : StackProfile.SIDES) {
          StackProfile.Shares shares = profile.cpu().get(side);
          if (shares != null) {
            figures.put(
                StackProfile.figure(side, layer.label()),
                figure(cell, layer, Map.of(side, shares)));
          }
        }
      }
    }
    return cell.with(profile, figures);
  }

  private static Figure figure(
      CellRecord cell, Layer layer, Map<String, StackProfile.Shares> sides) {
    double micros = 0;
    for (Map.Entry<String, StackProfile.Shares> side : sides.entrySet()) {
      Figure cpu = cell.figures().get("cpu." + side.getKey());
      if (cpu == null || cpu.value() == null) {
        return figure(null, "cpu." + side.getKey() + " is not available");
      }
      micros += cpu.value() * side.getValue().layers().getOrDefault(layer.label(), 0.0);
    }
    return figure(micros, null);
  }

  /** Of one profile, whose samples are no forks. */
  private static Figure figure(Double micros, String why) {
    return new Figure(micros, FigureName.CPU_PROCESS.unit(), List.of(), why);
  }
}
