package dev.transportbench.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Compares what was asked of netem and its token bucket with what {@code tc -j qdisc} says that the
 * kernel took. Names are tc's, with the unit. The table of a distribution is not among what it
 * says.
 */
final class AppliedSettings {
  // tc takes whole microseconds, makes ticks of 64 ns of them, and shows whole ones again.
  private static final double TIME_TOLERANCE_MICROS = 2.01;
  // Fractions are in 2^-32, shown in six digits.
  private static final double FRACTION_TOLERANCE = 1e-5;
  private static final double LEAST_FRACTION = 1e-9;
  private static final double BITS_PER_BYTE = 8;

  private final Map<String, Double> settings = new LinkedHashMap<>();

  private AppliedSettings() {}

  /** What a direction should have. */
  static AppliedSettings asked(Impairment asked) {
    AppliedSettings all = new AppliedSettings();
    all.put("limit packets", TcCommands.limitPackets(asked));
    all.put("delay µs", asked.delay().owdNanos() / 1e3);
    if (asked.delay().jitterNanos() > 0) {
      all.put("jitter µs", asked.delay().jitterNanos() / 1e3);
      all.put("delay correlation", asked.delay().correlation());
    }
    all.askedLoss(asked.loss());
    all.put("ecn", asked.ecn() ? 1 : 0);
    all.put("duplicate", asked.duplicate().probability());
    all.put("duplicate correlation", asked.duplicate().correlation());
    all.put("corrupt", asked.corrupt().probability());
    all.put("corrupt correlation", asked.corrupt().correlation());
    if (asked.reorder().gap() > 0) {
      all.put("reorder", asked.reorder().chance().probability());
      all.put("reorder correlation", asked.reorder().chance().correlation());
      all.put("gap", asked.reorder().gap());
    }
    boolean queued = !asked.queue().equals(QueueLimit.NONE);
    if (queued) {
      all.put("tbf rate bit/s", asked.rate().bitsPerSecond());
      all.put("tbf limit bytes", TcCommands.queueBytes(asked.queue()));
    } else {
      all.put("rate bit/s", asked.rate().bitsPerSecond());
      all.put("rate overhead bytes", asked.rate().overheadBytes());
      all.put("rate cell bytes", asked.rate().cellBytes());
      all.put("rate cell overhead bytes", asked.rate().cellOverheadBytes());
    }
    Slot slot = asked.slot();
    all.put("slot min µs", slot.minNanos() / 1e3);
    all.put("slot max µs", slot.maxNanos() / 1e3);
    all.put("slot delay µs", slot.delayNanos() / 1e3);
    all.put("slot jitter µs", slot.jitterNanos() / 1e3);
    all.put("slot packets", slot.packets());
    all.put("slot bytes", slot.bytes());
    return all;
  }

  private void askedLoss(Loss loss) {
    if (loss instanceof Loss.Random m) {
      put("loss", m.probability());
      put("loss correlation", m.correlation());
    } else if (loss instanceof Loss.GilbertElliott m) {
      put("gemodel p", m.p());
      put("gemodel r", m.r());
      put("gemodel 1-h", m.lossInBad());
      put("gemodel 1-k", m.lossInGood());
    } else if (loss instanceof Loss.FourState m) {
      put("state p13", m.p13());
      put("state p31", m.p31());
      put("state p32", m.p32());
      put("state p23", m.p23());
      put("state p14", m.p14());
    }
  }

  /**
   * What the kernel has.
   *
   * @param tokenBucket null where there is none
   */
  static AppliedSettings applied(Tc.Discipline netem, Tc.Discipline tokenBucket) {
    AppliedSettings all = new AppliedSettings();
    JsonNode options = netem.options();
    all.put("limit packets", options.path("limit").asDouble());
    JsonNode delay = options.path("delay");
    all.put("delay µs", 1e6 * delay.path("delay").asDouble());
    all.put("jitter µs", 1e6 * delay.path("jitter").asDouble());
    all.put("delay correlation", delay.path("correlation").asDouble());
    all.chance("loss", options.path("loss-random"), "loss");
    for (String name : new String[] {"p", "r", "1-h", "1-k"}) {
      all.put("gemodel " + name, options.path("loss-gemodel").path(name).asDouble());
    }
    for (String name : new String[] {"p13", "p31", "p32", "p23", "p14"}) {
      all.put("state " + name, options.path("loss-state").path(name).asDouble());
    }
    all.put("ecn", options.path("ecn").asBoolean() ? 1 : 0);
    all.chance("duplicate", options.path("duplicate"), "duplicate");
    all.chance("corrupt", options.path("corrupt"), "corrupt");
    all.chance("reorder", options.path("reorder"), "reorder");
    all.put("gap", options.path("gap").asDouble());
    JsonNode rate = options.path("rate");
    all.put("rate bit/s", BITS_PER_BYTE * rate.path("rate").asDouble());
    all.put("rate overhead bytes", rate.path("packetoverhead").asDouble());
    all.put("rate cell bytes", rate.path("cellsize").asDouble());
    all.put("rate cell overhead bytes", rate.path("celloverhead").asDouble());
    JsonNode slot = options.path("slot");
    all.put("slot min µs", 1e6 * slot.path("min-delay").asDouble());
    all.put("slot max µs", 1e6 * slot.path("max-delay").asDouble());
    all.put("slot delay µs", 1e6 * slot.path("distribution").asDouble());
    all.put("slot jitter µs", 1e6 * slot.path("jitter").asDouble());
    all.put("slot packets", slot.path("packets").asDouble());
    all.put("slot bytes", slot.path("bytes").asDouble());
    JsonNode bucket = tokenBucket == null ? MissingNode.getInstance() : tokenBucket.options();
    double bytesPerSecond = bucket.path("rate").asDouble();
    all.put("tbf rate bit/s", BITS_PER_BYTE * bytesPerSecond);
    // It shows the limit as the time that the queue takes to empty.
    all.put(
        "tbf limit bytes",
        bucket.path("lat").asDouble() / 1e6 * bytesPerSecond + bucket.path("burst").asDouble());
    return all;
  }

  private void chance(String name, JsonNode node, String field) {
    put(name, node.path(field).asDouble());
    put(name + " correlation", node.path("correlation").asDouble());
  }

  private void put(String name, double value) {
    if (value != 0) {
      settings.put(name, value);
    }
  }

  /** As data: what is 0 or off is left out. */
  Map<String, Object> asData() {
    return new LinkedHashMap<>(settings);
  }

  /** One line for each setting that is not as asked. */
  List<String> differencesFrom(AppliedSettings asked) {
    List<String> differences = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>(settings.keySet());
    names.addAll(asked.settings.keySet());
    for (String name : names) {
      double wanted = asked.settings.getOrDefault(name, 0.0);
      double got = settings.getOrDefault(name, 0.0);
      if (Math.abs(got - wanted) > tolerance(name, wanted)) {
        differences.add("%s: asked %s, applied %s".formatted(name, wanted, got));
      }
    }
    return differences;
  }

  private double tolerance(String name, double wanted) {
    if (name.endsWith("µs")) {
      return TIME_TOLERANCE_MICROS;
    }
    if (name.endsWith("bit/s")) {
      return BITS_PER_BYTE;
    }
    if (name.equals("tbf limit bytes")) {
      // Times in it are rounded as the others are.
      double bytesPerSecond = settings.getOrDefault("tbf rate bit/s", 0.0) / BITS_PER_BYTE;
      return 2 + bytesPerSecond * TIME_TOLERANCE_MICROS / 1e6;
    }
    boolean whole =
        name.endsWith("packets")
            || name.endsWith("bytes")
            || name.equals("gap")
            || name.equals("ecn");
    return whole ? 0 : Math.max(LEAST_FRACTION, FRACTION_TOLERANCE * wanted);
  }
}
