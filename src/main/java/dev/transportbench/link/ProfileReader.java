package dev.transportbench.link;

import dev.transportbench.config.YamlNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads one link profile; strict. */
final class ProfileReader {
  /** A direction's field for half of a round trip; no file has it there. */
  static final String HALF_OF = "rtt";

  private static final Set<String> FIELDS =
      Set.of(
          "description",
          "source",
          "extends",
          "emulated",
          "semantics",
          "mtu",
          "topology",
          "rtt",
          "both",
          "up",
          "down");
  private static final List<String> DIRECTIONS = List.of("up", "down");
  private static final int MIN_MTU_BYTES = 576;
  private static final String MTU_ALLOWED = "from 576B to 1500B";

  private final Function<YamlNode, Source> parents;
  private final List<String> seen = new ArrayList<>();

  /** Where a profile is from: what complaints call it, and its text. */
  record Source(String file, String text) {}

  /** All fields that hold, each the one written last. */
  private record Fields(Map<String, YamlNode> own, Map<String, Map<String, YamlNode>> directions) {}

  private ProfileReader(Function<YamlNode, Source> parents) {
    this.parents = parents;
  }

  /**
   * @param parents finds the profile that a field {@code extends} names
   */
  static LinkProfile read(
      String name, String file, String text, Function<YamlNode, Source> parents) {
    return new ProfileReader(parents).read(name, new Source(file, text));
  }

  private LinkProfile read(String name, Source source) {
    Fields fields = fields(source);
    Map<String, YamlNode> up = fields.directions().get("up");
    Map<String, YamlNode> down = fields.directions().get("down");
    long rttNanos = DirectionReader.owdNanos(up) + DirectionReader.owdNanos(down);
    Impairment upImpairment = new DirectionReader(up, rttNanos).read();
    Impairment downImpairment = new DirectionReader(down, rttNanos).read();

    Map<String, YamlNode> own = fields.own();
    boolean impairs = !upImpairment.isNone() || !downImpairment.isNone();
    boolean emulated = impairs;
    if (own.containsKey("emulated")) {
      emulated = own.get("emulated").bool();
      if (impairs && !emulated) {
        throw own.get("emulated")
            .bad("contradicts the impairments, which take an emulator", "true, or no such field");
      }
    }
    return new LinkProfile(
        name,
        own.get("description").text(),
        own.get("source").text(),
        emulated,
        upImpairment,
        downImpairment,
        semantics(own.get("semantics")),
        mtuBytes(own.get("mtu")),
        topology(own.get("topology"), emulated));
  }

  private Fields fields(Source source) {
    YamlNode root = YamlNode.read(source.file(), source.text());
    Map<String, YamlNode> own = root.fields(FIELDS);
    for (String name : new String[] {"description", "source"}) {
      if (!own.containsKey(name)) {
        throw root.bad("has no " + name, name + ": text");
      }
    }
    Fields all = new Fields(new LinkedHashMap<>(), new HashMap<>());
    DIRECTIONS.forEach(direction -> all.directions().put(direction, new LinkedHashMap<>()));
    if (own.containsKey("extends")) {
      YamlNode parent = own.get("extends");
      seen.add(source.file());
      Source found = parents.apply(parent);
      if (seen.contains(found.file())) {
        throw parent.bad("extends itself", "a profile that does not lead back here");
      }
      Fields inherited = fields(found);
      all.own().putAll(inherited.own());
      all.directions().putAll(inherited.directions());
    }
    all.own().putAll(own);
    if (own.containsKey("rtt")) {
      for (Map<String, YamlNode> fields : all.directions().values()) {
        fields.remove("owd");
        fields.put(HALF_OF, own.get("rtt"));
      }
    }
    for (String direction : DIRECTIONS) {
      YamlNode node = directionNode(own, direction);
      if (node == null) {
        continue;
      }
      Map<String, YamlNode> fields = node.fields(DirectionReader.FIELDS);
      if (fields.containsKey("owd")) {
        if (own.containsKey("rtt")) {
          throw fields.get("owd").bad("stands beside rtt", "rtt, or owd in each direction");
        }
        all.directions().get(direction).remove(HALF_OF);
      }
      all.directions().get(direction).putAll(fields);
    }
    return all;
  }

  private static YamlNode directionNode(Map<String, YamlNode> own, String direction) {
    if (own.containsKey("both") && own.containsKey(direction)) {
      throw own.get(direction).bad("stands beside both", "both alone, or up and down");
    }
    return own.getOrDefault("both", own.get(direction));
  }

  private static Semantics semantics(YamlNode node) {
    if (node == null) {
      return Semantics.DOCUMENTED;
    }
    for (Semantics semantics : Semantics.values()) {
      if (semantics.label().equals(node.text())) {
        return semantics;
      }
    }
    throw node.bad("is not a known semantics", "documented, kernel");
  }

  private static Topology topology(YamlNode node, boolean emulated) {
    if (node == null) {
      return Topology.SEPARATE;
    }
    for (Topology topology : Topology.values()) {
      if (topology.label().equals(node.text())) {
        if (topology == Topology.LOOPBACK && !emulated) {
          throw node.bad("takes an emulator", "beside emulated: true, or beside impairments");
        }
        return topology;
      }
    }
    throw node.bad("is not a known topology", "separate, loopback");
  }

  private static int mtuBytes(YamlNode node) {
    if (node == null) {
      return LinkProfile.DEFAULT_MTU_BYTES;
    }
    long bytes = Quantity.bytes(node);
    if (bytes < MIN_MTU_BYTES || bytes > LinkProfile.DEFAULT_MTU_BYTES) {
      throw node.bad("is out of range", MTU_ALLOWED);
    }
    return (int) bytes;
  }
}
