package dev.transportbench.study;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which cells a report sets beside each other, so that they must come from one machine: the rows of
 * one table (cells that differ in nothing but the transport), the two sides of a contrast, and the
 * networks that an arm of a contrast is followed over.
 */
final class Companions {
  private static final int LEAST_NETWORKS = 3;

  /** What makes cells companions. */
  record Subject(String benchmark, String mode, Map<String, String> params) {
    static Subject of(Cell cell) {
      return new Subject(cell.benchmark(), cell.mode(), cell.params());
    }

    static Subject of(CellRecord cell) {
      return new Subject(cell.benchmark(), cell.mode(), cell.params());
    }

    String without(String... params) {
      Map<String, String> rest = new TreeMap<>(this.params);
      rest.keySet().removeAll(Set.of(params));
      return CellKey.key(benchmark, rest, mode);
    }
  }

  private final List<Subject> subjects;
  private final int[] parent;

  private Companions(List<Subject> subjects) {
    this.subjects = subjects;
    this.parent = new int[subjects.size()];
    for (int i = 0; i < parent.length; i++) {
      parent[i] = i;
    }
  }

  /** Places of the subjects, by group; groups and places in ascending order. */
  static List<List<Integer>> groups(List<Subject> subjects, Collection<Ledger.Contrast> contrasts) {
    Companions companions = new Companions(subjects);
    companions.join(subject -> subject.without(Cell.TRANSPORT));
    for (Ledger.Contrast contrast : contrasts) {
      companions.join(
          subject -> inContrast(subject, contrast) ? subject.without(contrast.param()) : null);
      if (!contrast.param().equals(Cell.IMPAIRMENT)) {
        companions.joinNetworks(contrast);
      }
    }
    Map<Integer, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < subjects.size(); i++) {
      groups.computeIfAbsent(companions.root(i), root -> new ArrayList<>()).add(i);
    }
    return List.copyOf(groups.values());
  }

  private interface Naming {
    /** The same for companions; null for what has none here. */
    String name(Subject subject);
  }

  private static boolean inContrast(Subject subject, Ledger.Contrast contrast) {
    String value = subject.params().get(contrast.param());
    return contrast.base().equals(value) || contrast.head().equals(value);
  }

  private void join(Naming naming) {
    Map<String, Integer> first = new HashMap<>();
    for (int i = 0; i < subjects.size(); i++) {
      String name = naming.name(subjects.get(i));
      if (name != null) {
        Integer other = first.putIfAbsent(name, i);
        if (other != null) {
          parent[root(i)] = root(other);
        }
      }
    }
  }

  private void joinNetworks(Ledger.Contrast contrast) {
    Naming arm =
        subject ->
            inContrast(subject, contrast) ? subject.without(Cell.IMPAIRMENT, Cell.BACKEND) : null;
    Map<String, Set<String>> networks = new HashMap<>();
    for (Subject subject : subjects) {
      if (arm.name(subject) != null) {
        networks
            .computeIfAbsent(arm.name(subject), name -> new HashSet<>())
            .add(subject.params().getOrDefault(Cell.IMPAIRMENT, ""));
      }
    }
    join(
        subject -> {
          String name = arm.name(subject);
          return name != null && networks.get(name).size() >= LEAST_NETWORKS ? name : null;
        });
  }

  private int root(int i) {
    int root = i;
    while (parent[root] != root) {
      root = parent[root];
    }
    return root;
  }
}
