package dev.transportbench.link;

import dev.transportbench.config.InputPath;
import dev.transportbench.config.YamlNode;
import dev.transportbench.link.Impairment.JitterDistribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what happens in one direction; strict. */
final class DirectionReader {
  static final Set<String> FIELDS =
      Set.of(
          "owd",
          "jitter",
          "distribution",
          "table",
          "correlation",
          "ordered",
          "redraw",
          "loss",
          "drop",
          "burst",
          "outage",
          "udp",
          "duplicate",
          "corrupt",
          "reorder",
          "rate",
          "queue",
          "limit",
          "slot",
          "ecn",
          "steps",
          "repeat");
  private static final Set<String> NOT_IN_STEPS = Set.of("slot", "steps", "repeat");
  private static final Set<String> REORDER_FIELDS = Set.of("probability", "correlation", "gap");
  private static final String DISTRIBUTIONS = "experimental, normal, pareto, paretonormal, uniform";

  private final Map<String, YamlNode> fields;
  private final long rttNanos;

  /**
   * @param fields of the direction, and perhaps {@link ProfileReader#HALF_OF}
   * @param rttNanos both directions' delays, what a queue in multiples of bandwidth × delay is of
   */
  DirectionReader(Map<String, YamlNode> fields, long rttNanos) {
    this.fields = fields;
    this.rttNanos = rttNanos;
  }

  Impairment read() {
    Impairment.Builder builder = withoutSteps();
    YamlNode repeat = fields.get("repeat");
    if (!fields.containsKey("steps")) {
      return refuseAlone(repeat, "steps", "steps: a list", builder.build());
    }
    List<Steps.Step> steps = new ArrayList<>();
    for (YamlNode item : fields.get("steps").items()) {
      steps.add(step(item, steps));
    }
    if (steps.isEmpty()) {
      throw fields.get("steps").bad("is empty", "at least one step");
    }
    long repeatNanos = repeat == null ? 0 : Quantity.someNanos(repeat);
    if (repeat != null && repeatNanos <= steps.get(steps.size() - 1).atNanos()) {
      throw repeat.bad("is not after the last step", "a duration above that step's at");
    }
    return builder.steps(new Steps(repeatNanos, steps)).build();
  }

  /** A step has what the direction has, but for what it says itself. */
  private Steps.Step step(YamlNode item, List<Steps.Step> before) {
    Map<String, YamlNode> own = item.anyFields();
    YamlNode at = own.remove("at");
    if (at == null) {
      throw item.bad("has no at", "at: a duration, as 15s");
    }
    for (Map.Entry<String, YamlNode> field : own.entrySet()) {
      if (!FIELDS.contains(field.getKey()) || NOT_IN_STEPS.contains(field.getKey())) {
        throw field
            .getValue()
            .bad("is not a step's field", "at, and those of a direction but slot, steps, repeat");
      }
    }
    long atNanos = Quantity.someNanos(at);
    if (!before.isEmpty() && atNanos <= before.get(before.size() - 1).atNanos()) {
      throw at.bad("is not after the step before", "steps by time");
    }
    Map<String, YamlNode> all = new LinkedHashMap<>(fields);
    if (own.containsKey("owd")) {
      all.remove(ProfileReader.HALF_OF);
    }
    all.putAll(own);
    return new Steps.Step(atNanos, new DirectionReader(all, rttNanos).withoutSteps().build());
  }

  private Impairment.Builder withoutSteps() {
    Delay delay = delay();
    LossReader losses = new LossReader(fields);
    Loss loss = losses.loss();
    Rate rate = rate();
    boolean ecn = fields.containsKey("ecn") && fields.get("ecn").bool();
    if (ecn && loss.isNone()) {
      throw fields.get("ecn").bad("has no loss beside it", "loss: what is to be marked instead");
    }
    return Impairment.builder()
        .delay(delay)
        .loss(loss)
        .drops(losses.drops())
        .duplicate(LossReader.chance(fields.get("duplicate")))
        .corrupt(LossReader.chance(fields.get("corrupt")))
        .reorder(reorder(delay))
        .rate(rate)
        .queue(queue(rate))
        .limitPackets(fields.containsKey("limit") ? Quantity.packets(fields.get("limit")) : 0)
        .slot(slot())
        .ecn(ecn);
  }

  /** Before anything else is known to be right. */
  static long owdNanos(Map<String, YamlNode> fields) {
    if (fields.containsKey("owd")) {
      return Quantity.nanos(fields.get("owd"));
    }
    YamlNode rtt = fields.get(ProfileReader.HALF_OF);
    return rtt == null ? 0 : Quantity.nanos(rtt) / 2;
  }

  private Delay delay() {
    long jitterNanos = fields.containsKey("jitter") ? Quantity.nanos(fields.get("jitter")) : 0;
    YamlNode distribution = fields.get("distribution");
    YamlNode table = fields.get("table");
    for (String name : new String[] {"distribution", "table", "correlation", "redraw"}) {
      if (fields.containsKey(name) && !fields.containsKey("jitter")) {
        throw fields.get(name).bad("has no jitter beside it", "jitter: a duration, as 2.5ms");
      }
    }
    if (jitterNanos > 0 && distribution == null && table == null) {
      throw fields
          .get("jitter")
          .bad(
              "has no distribution beside it",
              "distribution: one of " + DISTRIBUTIONS + "; or table: a path");
    }
    if (distribution != null && table != null) {
      throw table.bad("stands beside distribution", "one of the two");
    }
    return new Delay(
        owdNanos(fields),
        jitterNanos,
        table != null ? JitterDistribution.TABLE : distribution(distribution),
        table == null ? "" : readTable(table),
        fields.containsKey("correlation") ? Quantity.fraction(fields.get("correlation")) : 0,
        fields.containsKey("ordered") && fields.get("ordered").bool(),
        fields.containsKey("redraw") ? Quantity.someNanos(fields.get("redraw")) : 0);
  }

  private static JitterDistribution distribution(YamlNode node) {
    if (node == null) {
      return JitterDistribution.NORMAL;
    }
    for (JitterDistribution distribution : JitterDistribution.values()) {
      if (distribution != JitterDistribution.TABLE && distribution.label().equals(node.text())) {
        return distribution;
      }
    }
    throw node.bad("is not a known distribution", DISTRIBUTIONS);
  }

  private static String readTable(YamlNode node) {
    String file = beside(node);
    DelayTable.read(file);
    return file;
  }

  /** A path in a profile is relative to the profile; the emulator may run elsewhere. */
  private static String beside(YamlNode node) {
    return InputPath.beside(node).toAbsolutePath().normalize().toString();
  }

  private Reorder reorder(Delay delay) {
    YamlNode node = fields.get("reorder");
    if (node == null) {
      return Reorder.NONE;
    }
    if (delay.owdNanos() == 0) {
      throw node.bad("has no delay to be spared", "owd or rtt beside it");
    }
    int gap = 1;
    if (node.isMapping()) {
      Map<String, YamlNode> own = node.fields(REORDER_FIELDS);
      gap = own.containsKey("gap") ? own.get("gap").integer(1, 1_000_000) : 1;
    }
    return new Reorder(LossReader.chance(node, REORDER_FIELDS), gap);
  }

  private Rate rate() {
    YamlNode node = fields.get("rate");
    if (node == null) {
      return Rate.NONE;
    }
    if (!node.isMapping()) {
      return Rate.ofBits(Quantity.bitsPerSecond(node));
    }
    Map<String, YamlNode> own =
        node.fields(Set.of("bits", "overhead", "cell", "cellOverhead", "poisson", "trace"));
    if (own.containsKey("bits") == own.containsKey("trace")) {
      throw node.bad("has not exactly one of bits and trace", "bits: as 10Mbit, or trace: a path");
    }
    if (own.containsKey("trace")) {
      if (own.size() > 1) {
        throw node.bad("has a trace and more", "a trace alone");
      }
      return new Rate(0, 0, 0, 0, false, readTrace(own.get("trace")));
    }
    return new Rate(
        Quantity.bitsPerSecond(own.get("bits")),
        own.containsKey("overhead") ? (int) Quantity.bytes(own.get("overhead")) : 0,
        own.containsKey("cell") ? (int) Quantity.bytes(own.get("cell")) : 0,
        own.containsKey("cellOverhead") ? (int) Quantity.bytes(own.get("cellOverhead")) : 0,
        own.containsKey("poisson") && own.get("poisson").bool(),
        "");
  }

  private static String readTrace(YamlNode node) {
    String file = node.text().startsWith(RateTrace.CARRIED) ? node.text() : beside(node);
    RateTrace.read(file);
    return file;
  }

  private QueueLimit queue(Rate rate) {
    YamlNode node = fields.get("queue");
    if (node == null) {
      return QueueLimit.NONE;
    }
    if (rate.isNone()) {
      throw node.bad("has no rate to wait for", "rate beside it; limit bounds packets under way");
    }
    double bitsPerSecond =
        rate.traceFile().isEmpty()
            ? rate.bitsPerSecond()
            : RateTrace.read(rate.traceFile()).bitsPerSecond();
    return Quantity.queue(node, bitsPerSecond * rttNanos / 8e9);
  }

  private Slot slot() {
    YamlNode node = fields.get("slot");
    if (node == null) {
      return Slot.NONE;
    }
    Map<String, YamlNode> own =
        node.fields(Set.of("min", "max", "distribution", "delay", "jitter", "packets", "bytes"));
    int packets = own.containsKey("packets") ? own.get("packets").integer(1, 1_000_000) : 0;
    long bytes = own.containsKey("bytes") ? Quantity.bytes(own.get("bytes")) : 0;
    if (own.containsKey("min")) {
      long min = Quantity.nanos(own.get("min"));
      long max = own.containsKey("max") ? Quantity.someNanos(own.get("max")) : min;
      if (max < min || max == 0) {
        throw node.bad("has no max above its min", "min up to max, as {min: 5ms, max: 10ms}");
      }
      return Slot.ofRange(min, max, packets, bytes);
    }
    if (!own.containsKey("delay") || !own.containsKey("jitter")) {
      throw node.bad("has neither min nor delay and jitter", "min and max; or delay and jitter");
    }
    return new Slot(
        0,
        0,
        distribution(own.get("distribution")),
        "",
        Quantity.someNanos(own.get("delay")),
        Quantity.nanos(own.get("jitter")),
        packets,
        bytes);
  }

  private static <T> T refuseAlone(YamlNode node, String other, String allowed, T otherwise) {
    if (node != null) {
      throw node.bad("has no " + other + " beside it", allowed);
    }
    return otherwise;
  }
}
