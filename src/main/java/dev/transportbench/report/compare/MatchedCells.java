package dev.transportbench.report.compare;

import dev.transportbench.ledger.CellKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Cells of both sides that may be used, pair by pair in natural order of base's keys: those of one
 * key, and those whose keys differ by the link's backend alone, where it is plain which belongs to
 * which. The latter are unlike environments, not other questions.
 */
record MatchedCells(List<MeasuredCell> base, List<MeasuredCell> head) {

  static MatchedCells of(Measurements base, Measurements head) {
    Map<String, MeasuredCell> partners = new TreeMap<>(NaturalOrder.COMPARATOR);
    Map<String, List<MeasuredCell>> left = new HashMap<>();
    for (MeasuredCell cell : base.cells().values()) {
      if (isUsable(base, cell.key()) && isUsable(head, cell.key())) {
        partners.put(cell.key(), head.cells().get(cell.key()));
      } else {
        byRest(base, cell, left);
      }
    }
    Map<String, List<MeasuredCell>> right = new HashMap<>();
    for (MeasuredCell cell : head.cells().values()) {
      if (!partners.containsKey(cell.key())) {
        byRest(head, cell, right);
      }
    }
    left.forEach(
        (rest, cells) -> {
          List<MeasuredCell> others = right.getOrDefault(rest, List.of());
          if (cells.size() == 1 && others.size() == 1) {
            partners.put(cells.get(0).key(), others.get(0));
          }
        });
    List<MeasuredCell> baseCells = new ArrayList<>();
    partners.keySet().forEach(key -> baseCells.add(base.cells().get(key)));
    return new MatchedCells(baseCells, List.copyOf(partners.values()));
  }

  /** Cells that say what made their link, by all the rest of their keys. */
  private static void byRest(
      Measurements side, MeasuredCell cell, Map<String, List<MeasuredCell>> found) {
    if (isUsable(side, cell.key()) && cell.conditions().containsKey(Conditions.BACKEND)) {
      Map<String, String> params = new TreeMap<>(cell.params());
      params.remove(Conditions.BACKEND);
      String rest = CellKeys.key(cell.benchmark(), params, cell.mode());
      found.computeIfAbsent(rest, key -> new ArrayList<>()).add(cell);
    }
  }

  private static boolean isUsable(Measurements side, String key) {
    MeasuredCell cell = side.cells().get(key);
    return cell != null && cell.unusable() == null;
  }
}
