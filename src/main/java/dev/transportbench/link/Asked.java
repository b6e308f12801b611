package dev.transportbench.link;

import dev.transportbench.link.Impairment.JitterDistribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was asked of a link, as plain data with the units in the names. */
final class Asked {
  private static final double NANOS_PER_MILLI = 1e6;

  private Asked() {}

  static Map<String, Object> of(LinkProfile profile, Backend backend, long seed) {
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put("profile", profile.name());
    asked.put("source", profile.source());
    asked.put("backend", backend.label());
    asked.put("seed", seed);
    asked.put("semantics", profile.semantics().label());
    asked.put("mtuBytes", profile.mtuBytes());
    asked.put("topology", profile.topology().label());
    asked.put("up", of(profile.up(), profile.semantics()));
    asked.put("down", of(profile.down(), profile.semantics()));
    return asked;
  }

  /** One direction; what is not impaired is left out, except for delay and loss. */
  static Map<String, Object> of(Impairment impairment, Semantics semantics) {
    Map<String, Object> asked = new LinkedHashMap<>();
    Delay delay = impairment.delay();
    asked.put("owdMillis", delay.owdNanos() / NANOS_PER_MILLI);
    asked.put("jitterMillis", delay.jitterNanos() / NANOS_PER_MILLI);
    if (delay.jitterNanos() > 0) {
      asked.put("distribution", delay.distribution().label());
      if (delay.distribution() == JitterDistribution.TABLE) {
        asked.put("tableFile", delay.tableFile());
      }
      putIf(asked, "delayCorrelation", delay.correlation());
      if (delay.redrawNanos() > 0) {
        asked.put("redrawMillis", delay.redrawNanos() / NANOS_PER_MILLI);
      }
    }
    if (delay.ordered()) {
      asked.put("ordered", true);
    }
    loss(asked, impairment.loss(), semantics);
    drops(asked, impairment.drops());
    chance(asked, "duplicate", impairment.duplicate());
    chance(asked, "corrupt", impairment.corrupt());
    if (impairment.reorder().gap() > 0) {
      chance(asked, "reorder", impairment.reorder().chance());
      asked.put("reorderGap", impairment.reorder().gap());
    }
    rate(asked, impairment.rate());
    putIf(asked, "queuePackets", impairment.queue().packets());
    putIf(asked, "queueBytes", impairment.queue().bytes());
    putIf(asked, "limitPackets", impairment.limitPackets());
    slot(asked, impairment.slot());
    if (impairment.ecn()) {
      asked.put("ecn", true);
    }
    if (!impairment.steps().equals(Steps.NONE)) {
      List<Object> steps = new ArrayList<>();
      for (Steps.Step step : impairment.steps().steps()) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("atMillis", step.atNanos() / NANOS_PER_MILLI);
        one.putAll(of(step.impairment(), semantics));
        steps.add(one);
      }
      asked.put("steps", steps);
      putIf(asked, "repeatMillis", impairment.steps().repeatNanos() / NANOS_PER_MILLI);
    }
    return asked;
  }

  private static void loss(Map<String, Object> asked, Loss loss, Semantics semantics) {
    LossExpectation.of(loss, semantics)
        .ifPresent(expected -> asked.put("lossFraction", expected.fraction()));
    if (loss instanceof Loss.Random m) {
      if (!asked.containsKey("lossFraction")) {
        asked.put("lossProbability", m.probability());
      }
      putIf(asked, "lossCorrelation", m.correlation());
      putIf(asked, "lossMaxBurst", m.maxBurst());
    } else if (loss instanceof Loss.GilbertElliott m) {
      Map<String, Object> model = new LinkedHashMap<>();
      model.put("p", m.p());
      model.put("r", m.r());
      model.put("1-h", m.lossInBad());
      model.put("1-k", m.lossInGood());
      asked.put("lossGemodel", model);
    } else if (loss instanceof Loss.FourState m) {
      Map<String, Object> model = new LinkedHashMap<>();
      model.put("p13", m.p13());
      model.put("p31", m.p31());
      model.put("p32", m.p32());
      model.put("p23", m.p23());
      model.put("p14", m.p14());
      asked.put("lossState", model);
    }
  }

  private static void drops(Map<String, Object> asked, Drops drops) {
    if (!drops.packets().isEmpty()) {
      asked.put("dropPackets", drops.packets());
    }
    if (drops.burstEvery() > 0) {
      asked.put("burstPackets", drops.burstPackets());
      asked.put("burstEvery", drops.burstEvery());
    }
    if (drops.downNanos() > 0) {
      asked.put("outageUpMillis", drops.upNanos() / NANOS_PER_MILLI);
      asked.put("outageDownMillis", drops.downNanos() / NANOS_PER_MILLI);
    }
    if (drops.udpBlocked()) {
      asked.put("udpBlocked", true);
    }
  }

  private static void rate(Map<String, Object> asked, Rate rate) {
    putIf(asked, "rateBitsPerSecond", rate.bitsPerSecond());
    putIf(asked, "rateOverheadBytes", rate.overheadBytes());
    putIf(asked, "rateCellBytes", rate.cellBytes());
    putIf(asked, "rateCellOverheadBytes", rate.cellOverheadBytes());
    if (rate.poisson()) {
      asked.put("ratePoisson", true);
    }
    if (!rate.traceFile().isEmpty()) {
      asked.put("rateTraceFile", rate.traceFile());
    }
  }

  private static void slot(Map<String, Object> asked, Slot slot) {
    if (slot.isNone()) {
      return;
    }
    if (slot.distribution() == null) {
      asked.put("slotMinMillis", slot.minNanos() / NANOS_PER_MILLI);
      asked.put("slotMaxMillis", slot.maxNanos() / NANOS_PER_MILLI);
    } else {
      asked.put("slotDistribution", slot.distribution().label());
      asked.put("slotDelayMillis", slot.delayNanos() / NANOS_PER_MILLI);
      asked.put("slotJitterMillis", slot.jitterNanos() / NANOS_PER_MILLI);
    }
    putIf(asked, "slotPackets", slot.packets());
    putIf(asked, "slotBytes", slot.bytes());
  }

  private static void chance(Map<String, Object> asked, String name, Chance chance) {
    putIf(asked, name + "Fraction", chance.probability());
    putIf(asked, name + "Correlation", chance.correlation());
  }

  private static void putIf(Map<String, Object> asked, String name, Number value) {
    if (value.doubleValue() != 0) {
      asked.put(name, value);
    }
  }
}
