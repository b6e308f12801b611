package dev.transportbench.link;

import dev.transportbench.config.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads which packets are lost in one direction; strict. */
final class LossReader {
  private static final int MOST = 1_000_000_000;

  private final Map<String, YamlNode> fields;

  LossReader(Map<String, YamlNode> fields) {
    this.fields = fields;
  }

  Loss loss() {
    YamlNode node = fields.get("loss");
    if (node == null) {
      return Loss.NONE;
    }
    if (!node.isMapping()) {
      return new Loss.Random(Quantity.fraction(node), 0, 0);
    }
    Map<String, YamlNode> own =
        node.fields(Set.of("random", "correlation", "maxBurst", "gemodel", "state"));
    int models = 0;
    for (String model : new String[] {"random", "gemodel", "state"}) {
      models += own.containsKey(model) ? 1 : 0;
    }
    if (models != 1) {
      throw node.bad("has not exactly one model", "random, gemodel or state");
    }
    if (own.containsKey("random")) {
      return new Loss.Random(
          Quantity.fraction(own.get("random")),
          own.containsKey("correlation") ? Quantity.fraction(own.get("correlation")) : 0,
          own.containsKey("maxBurst") ? own.get("maxBurst").integer(1, MOST) : 0);
    }
    if (own.size() > 1) {
      throw node.bad("has a model and more", "gemodel or state alone");
    }
    return own.containsKey("gemodel") ? gemodel(own.get("gemodel")) : state(own.get("state"));
  }

  /** What is left out is as netem has it. */
  private static Loss gemodel(YamlNode node) {
    Map<String, YamlNode> own = node.fields(Set.of("p", "r", "1-h", "1-k"));
    double p = required(node, own, "p");
    return new Loss.GilbertElliott(
        p, optional(own, "r", 1 - p), optional(own, "1-h", 1), optional(own, "1-k", 0));
  }

  private static Loss state(YamlNode node) {
    Map<String, YamlNode> own = node.fields(Set.of("p13", "p31", "p32", "p23", "p14"));
    double p13 = required(node, own, "p13");
    return new Loss.FourState(
        p13,
        optional(own, "p31", 1 - p13),
        optional(own, "p32", 0),
        optional(own, "p23", 1),
        optional(own, "p14", 0));
  }

  private static double required(YamlNode node, Map<String, YamlNode> own, String name) {
    if (!own.containsKey(name)) {
      throw node.bad("has no " + name, name + ": a percentage, as 1%");
    }
    return Quantity.fraction(own.get(name));
  }

  private static double optional(Map<String, YamlNode> own, String name, double otherwise) {
    return own.containsKey(name) ? Quantity.fraction(own.get(name)) : otherwise;
  }

  Drops drops() {
    List<Long> packets = new ArrayList<>();
    if (fields.containsKey("drop")) {
      fields.get("drop").items().forEach(item -> packets.add((long) item.integer(1, MOST)));
    }
    int burst = 0;
    int every = 0;
    if (fields.containsKey("burst")) {
      YamlNode node = fields.get("burst");
      Map<String, YamlNode> own = node.fields(Set.of("packets", "every"));
      if (own.size() < 2) {
        throw node.bad("has not both packets and every", "as {packets: 3, every: 1000}");
      }
      burst = own.get("packets").integer(1, MOST);
      every = own.get("every").integer(burst, MOST);
    }
    long up = 0;
    long down = 0;
    if (fields.containsKey("outage")) {
      YamlNode node = fields.get("outage");
      Map<String, YamlNode> own = node.fields(Set.of("up", "down"));
      if (own.size() < 2) {
        throw node.bad("has not both up and down", "as {up: 5s, down: 2s}");
      }
      up = Quantity.nanos(own.get("up"));
      down = Quantity.someNanos(own.get("down"));
    }
    boolean udpBlocked = false;
    if (fields.containsKey("udp")) {
      switch (fields.get("udp").text()) {
        case "blocked":
          udpBlocked = true;
          break;
        case "passes":
          break;
        default:
          throw fields.get("udp").bad("is neither", "blocked, passes");
      }
    }
    Drops drops = new Drops(packets, burst, every, up, down, udpBlocked);
    return drops.isNone() ? Drops.NONE : drops;
  }

  /** {@code 1%} or {@code {probability: 1%, correlation: 25%}}. */
  static Chance chance(YamlNode node) {
    return chance(node, Set.of("probability", "correlation"));
  }

  /**
   * @param allowed what the caller reads too
   */
  static Chance chance(YamlNode node, Set<String> allowed) {
    if (node == null) {
      return Chance.NEVER;
    }
    if (!node.isMapping()) {
      return new Chance(Quantity.fraction(node), 0);
    }
    Map<String, YamlNode> own = node.fields(allowed);
    return new Chance(required(node, own, "probability"), optional(own, "correlation", 0));
  }
}
