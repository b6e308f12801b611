package dev.transportbench.study;

import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which cells a contrast sets side by side: those that differ in nothing but its parameter. */
final class ContrastPairs {

  /** Two cells to compare. */
  record Pair(Cell base, Cell head) {}

  private ContrastPairs() {}

  /** In the order of the cells; those that cannot run are left out. */
  static List<Pair> of(Ledger.Contrast contrast, List<Cell> cells) {
    Map<String, Cell> heads = new HashMap<>();
    for (Cell cell : cells) {
      if (isArm(cell, contrast.param(), contrast.head())) {
        heads.put(rest(cell, contrast.param()), cell);
      }
    }
    List<Pair> pairs = new ArrayList<>();
    for (Cell cell : cells) {
      if (isArm(cell, contrast.param(), contrast.base())) {
        Cell head = heads.get(rest(cell, contrast.param()));
        if (head != null) {
          pairs.add(new Pair(cell, head));
        }
      }
    }
    return pairs;
  }

  private static boolean isArm(Cell cell, String param, String value) {
    return cell.notRun() == null && value.equals(cell.params().get(param));
  }

  private static String rest(Cell cell, String without) {
    TreeMap<String, String> rest = new TreeMap<>(cell.params());
    rest.remove(without);
    return CellKey.key(cell.benchmark(), rest, cell.mode());
  }
}
