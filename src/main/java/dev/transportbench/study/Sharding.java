package dev.transportbench.study;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Deals a plan's cells to shards: companions together, the longest groups first, each to the shard
 * that has least to do. Every shard runs the known answer, which speaks for its own machine.
 */
public final class Sharding {
  private Sharding() {}

  /** A shard's plan; of a whole that is the same on all machines. */
  public static Plan part(Plan whole, Shard shard) {
    List<Cell> cells = whole.cells();
    List<Integer> dealt = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (!KnownAnswer.is(cells.get(i).params())) {
        dealt.add(i);
      }
    }
    List<List<Integer>> groups =
        Companions.groups(
            dealt.stream().map(i -> Companions.Subject.of(cells.get(i))).toList(),
            whole.study().contrasts().stream().map(Study.PlacedContrast::contrast).toList());
    List<List<Integer>> longestFirst = new ArrayList<>();
    for (List<Integer> group : groups) {
      longestFirst.add(group.stream().map(dealt::get).toList());
    }
    longestFirst.sort(Comparator.comparing((List<Integer> group) -> cost(whole, group)).reversed());
    long[] busy = new long[shard.count()];
    Set<Integer> mine = new HashSet<>();
    for (List<Integer> group : longestFirst) {
      int least = 0;
      for (int i = 1; i < busy.length; i++) {
        least = busy[i] < busy[least] ? i : least;
      }
      busy[least] += cost(whole, group).toMillis();
      if (least == shard.index() - 1) {
        mine.addAll(group);
      }
    }
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (mine.contains(i) || KnownAnswer.is(cells.get(i).params())) {
        places.add(i);
      }
    }
    List<Cell> part = places.stream().map(cells::get).toList();
    Set<String> keys = new HashSet<>(part.stream().map(Cell::key).toList());
    return new Plan(
        whole.study(),
        part,
        whole.leftOut(),
        whole.order().stream().filter(task -> keys.contains(task.cell().key())).toList(),
        whole.seed(),
        new Plan.Part(shard, whole.fingerprint(), cells.size(), places));
  }

  /** Of one fork each, to which all forks are in proportion. */
  private static Duration cost(Plan whole, List<Integer> places) {
    Duration each = whole.study().warmup().total().plus(whole.study().measurement().total());
    return places.stream()
        .map(whole.cells()::get)
        .filter(cell -> cell.notRun() == null)
        .map(cell -> ForkCost.overhead(cell).plus(each))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
