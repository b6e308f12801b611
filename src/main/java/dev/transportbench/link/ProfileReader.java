package dev.transportbench.link;

import dev.transportbench.config.YamlNode;
import dev.transportbench.link.Impairment.JitterDistribution;
import java.util.Map;
import java.util.Set;

/** Reads one link profile; strict. */
final class ProfileReader {
  private static final Set<String> FIELDS =
      Set.of("description", "source", "emulated", "rtt", "both", "up", "down");
  private static final Set<String> DIRECTION_FIELDS =
      Set.of("owd", "jitter", "distribution", "loss");
  private static final String DISTRIBUTIONS = "normal, uniform";

  private ProfileReader() {}

  static LinkProfile read(String name, String file, String text) {
    YamlNode root = YamlNode.read(file, text);
    Map<String, YamlNode> fields = root.fields(FIELDS);
    String description = required(root, fields, "description");
    String source = required(root, fields, "source");

    long owdFromRtt = fields.containsKey("rtt") ? halfOf(fields.get("rtt")) : -1;
    Impairment up;
    Impairment down;
    if (fields.containsKey("both")) {
      for (String one : new String[] {"up", "down"}) {
        if (fields.containsKey(one)) {
          throw fields.get(one).bad("stands beside both", "both alone, or up and down");
        }
      }
      up = direction(fields.get("both"), owdFromRtt);
      down = up;
    } else {
      up = direction(fields.get("up"), owdFromRtt);
      down = direction(fields.get("down"), owdFromRtt);
    }

    boolean impairs = !up.isNone() || !down.isNone();
    boolean emulated = impairs;
    if (fields.containsKey("emulated")) {
      emulated = fields.get("emulated").bool();
      if (impairs && !emulated) {
        throw fields
            .get("emulated")
            .bad("contradicts the impairments, which take an emulator", "true, or no such field");
      }
    }
    return new LinkProfile(name, description, source, emulated, up, down);
  }

  private static String required(YamlNode root, Map<String, YamlNode> fields, String name) {
    if (!fields.containsKey(name)) {
      throw root.bad("has no " + name, name + ": text");
    }
    return fields.get(name).text();
  }

  private static long halfOf(YamlNode rtt) {
    return Quantity.nanos(rtt) / 2;
  }

  private static Impairment direction(YamlNode node, long owdFromRtt) {
    long owd = Math.max(0, owdFromRtt);
    if (node == null) {
      return owd == 0 ? Impairment.NONE : new Impairment(owd, 0, JitterDistribution.NORMAL, 0);
    }
    Map<String, YamlNode> fields = node.fields(DIRECTION_FIELDS);
    if (fields.containsKey("owd")) {
      if (owdFromRtt >= 0) {
        throw fields.get("owd").bad("stands beside rtt", "rtt, or owd in each direction");
      }
      owd = Quantity.nanos(fields.get("owd"));
    }
    double loss = fields.containsKey("loss") ? Quantity.fraction(fields.get("loss")) : 0;
    return new Impairment(owd, jitter(fields), distribution(fields), loss);
  }

  private static long jitter(Map<String, YamlNode> fields) {
    YamlNode jitter = fields.get("jitter");
    if (jitter == null) {
      return 0;
    }
    long nanos = Quantity.nanos(jitter);
    if (nanos > 0 && !fields.containsKey("distribution")) {
      throw jitter.bad("has no distribution beside it", "distribution: one of " + DISTRIBUTIONS);
    }
    return nanos;
  }

  private static JitterDistribution distribution(Map<String, YamlNode> fields) {
    YamlNode distribution = fields.get("distribution");
    if (distribution == null) {
      return JitterDistribution.NORMAL;
    }
    if (!fields.containsKey("jitter")) {
      throw distribution.bad("has no jitter beside it", "jitter: a duration, as 2.5ms");
    }
    switch (distribution.text()) {
      case "normal":
        return JitterDistribution.NORMAL;
      case "uniform":
        return JitterDistribution.UNIFORM;
      default:
        throw distribution.bad("is not a known distribution", DISTRIBUTIONS);
    }
  }
}
