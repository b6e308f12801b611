package dev.transportbench.study;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * In which order forks run: every cell's first fork, then every cell's second. Within such a round
 * the cells are shuffled by seed and the transports take turns, so that a machine that grows warm
 * or busy slows all transports alike.
 */
final class ForkOrder {
  private ForkOrder() {}

  /** The forks of those cells that can run. */
  static List<ForkTask> of(List<Cell> cells, int forks, long seed) {
    List<ForkTask> order = new ArrayList<>();
    for (int fork = 0; fork < forks; fork++) {
      for (Cell cell : round(cells, new Random(31 * seed + fork))) {
        order.add(new ForkTask(cell, fork, seed + fork, false));
      }
    }
    return order;
  }

  /** One more fork of each cell that sends RPCs, for its profile. */
  static List<ForkTask> profiled(List<Cell> cells, int forks, long seed) {
    return cells.stream()
        .filter(cell -> cell.notRun() == null && cell.transport() != null)
        .filter(cell -> !KnownAnswer.is(cell.params()))
        .map(cell -> new ForkTask(cell, forks, seed + forks, true))
        .toList();
  }

  private static List<Cell> round(List<Cell> cells, Random random) {
    Map<String, List<Cell>> byTransport = new LinkedHashMap<>();
    for (Cell cell : cells) {
      if (cell.notRun() == null) {
        byTransport
            .computeIfAbsent(String.valueOf(cell.transport()), t -> new ArrayList<>())
            .add(cell);
      }
    }
    List<Deque<Cell>> queues = new ArrayList<>();
    for (List<Cell> same : byTransport.values()) {
      Collections.shuffle(same, random);
      queues.add(new ArrayDeque<>(same));
    }
    List<Cell> round = new ArrayList<>();
    while (!queues.isEmpty()) {
      Collections.shuffle(queues, random);
      if (!round.isEmpty()
          && queues.size() > 1
          && String.valueOf(queues.get(0).peek().transport())
              .equals(String.valueOf(round.get(round.size() - 1).transport()))) {
        Collections.swap(queues, 0, 1);
      }
      queues.forEach(queue -> round.add(queue.poll()));
      queues.removeIf(Deque::isEmpty);
    }
    return round;
  }
}
