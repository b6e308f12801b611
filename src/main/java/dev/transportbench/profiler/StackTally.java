package dev.transportbench.profiler;

import dev.transportbench.ledger.Layer;
import dev.transportbench.ledger.StackProfile;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up async-profiler's collapsed stacks ({@code [thread tid=N];outermost;…;innermost WEIGHT},
 * one a line) by side and layer.
 */
final class StackTally {
  private static final int TOP = 10;

  /** What the weights are of. */
  enum Of {
    CPU,
    /** The innermost frame is the class of what was allocated. */
    HEAP,
    NATIVE_MEMORY
  }

  private static final class Side {
    private final Map<Layer, Double> layers = new EnumMap<>(Layer.class);
    private final Map<String, Double> classes = new HashMap<>();
    private double weight;
    private long samples;
  }

  private final LayerTable table;
  private final Of of;
  private final Map<ThreadKind, Side> sides = new EnumMap<>(ThreadKind.class);
  private long rpcs;

  StackTally(LayerTable table, Of of) {
    this.table = table;
    this.of = of;
  }

  /**
   * @param weights the window's stacks, weighted by ns or bytes
   * @param samples the same stacks, weighted by how often each was met
   * @param completed RPCs that the window completed
   */
  void add(String weights, String samples, long completed) {
    rpcs += completed;
    weights.lines().forEach(this::addWeight);
    samples
        .lines()
        .forEach(
            line -> {
              int end = line.lastIndexOf(' ');
              side(line).samples += Long.parseLong(line.substring(end + 1));
            });
  }

  private Side side(String line) {
    return sides.computeIfAbsent(kind(line), kind -> new Side());
  }

  /** A thread's name may hold anything but its frames. */
  private static ThreadKind kind(String line) {
    return line.startsWith("[") ? ThreadKind.of(line.substring(1)) : ThreadKind.OTHER;
  }

  private void addWeight(String line) {
    int end = line.lastIndexOf(' ');
    double weight = Double.parseDouble(line.substring(end + 1));
    String[] frames = line.substring(0, end).split(";");
    Side side = side(line);
    side.weight += weight;
    int count = frames.length;
    if (of == Of.HEAP) {
      String name = frames[--count].replaceFirst("_\\[\\w]$", "");
      side.classes.merge(name, weight, Double::sum);
    }
    side.layers.merge(layer(kind(line), frames, count), weight, Double::sum);
  }

  private Layer layer(ThreadKind kind, String[] frames, int count) {
    switch (kind) {
      case GC:
        return Layer.GC;
      case JIT:
        return Layer.JIT;
      default:
        frames[0] = "";
        return table.of(frames, count);
    }
  }

  /** By the label of the side; empty when nothing was added. */
  Map<String, StackProfile.Shares> shares() {
    Map<String, StackProfile.Shares> shares = new TreeMap<>();
    sides.forEach(
        (kind, side) ->
            shares.put(
                kind.name().toLowerCase(Locale.ROOT),
                new StackProfile.Shares(side.samples, perRpc(side), layers(side), top(side))));
    return shares;
  }

  private double perRpc(Side side) {
    double unit = of == Of.CPU ? 1e3 : 1;
    return rpcs == 0 ? 0 : side.weight / unit / rpcs;
  }

  private static Map<String, Double> layers(Side side) {
    Map<String, Double> layers = new TreeMap<>();
    side.layers.forEach((layer, weight) -> layers.put(layer.label(), weight / side.weight));
    return layers;
  }

  private static List<StackProfile.Top> top(Side side) {
    return side.classes.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
        .limit(TOP)
        .map(entry -> new StackProfile.Top(entry.getKey(), entry.getValue() / side.weight))
        .toList();
  }
}
