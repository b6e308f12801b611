package dev.transportbench.link;

import dev.transportbench.link.Impairment.JitterDistribution;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An impairment as one word without blanks: fields {@code name=value} that differ from nothing, by
 * commas; after each semicolon a step. No library, since the emulator is to start fast.
 */
final class ImpairmentWord {
  private final StringBuilder out = new StringBuilder();
  private Map<String, String> in = Map.of();

  private ImpairmentWord() {}

  static String write(Impairment impairment) {
    ImpairmentWord word = new ImpairmentWord();
    word.put(impairment);
    if (!impairment.steps().equals(Steps.NONE)) {
      word.put("repeat", impairment.steps().repeatNanos());
      for (Steps.Step step : impairment.steps().steps()) {
        word.out.append(';');
        word.put("at", step.atNanos());
        word.put(step.impairment());
      }
    }
    // Never empty: it is to be a word.
    return word.out.length() == 0 || word.out.charAt(0) == ';'
        ? "none=1," + word.out
        : word.out.toString();
  }

  static Impairment read(String word) {
    String[] parts = word.split(";");
    ImpairmentWord first = parsed(parts[0]);
    Impairment.Builder builder = first.impairment();
    List<Steps.Step> steps = new ArrayList<>();
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      ImpairmentWord step = parsed(part);
      steps.add(new Steps.Step(step.longOf("at"), step.impairment().build()));
    }
    return builder.steps(new Steps(first.longOf("repeat"), steps)).build();
  }

  private static ImpairmentWord parsed(String part) {
    ImpairmentWord word = new ImpairmentWord();
    word.in = new HashMap<>();
    for (String field : part.split(",")) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        word.in.put(field.substring(0, equals), field.substring(equals + 1));
      }
    }
    return word;
  }

  private void put(Impairment i) {
    Delay delay = i.delay();
    put("owd", delay.owdNanos());
    put("jitter", delay.jitterNanos());
    put("dist", delay.distribution().name());
    put("table", delay.tableFile());
    put("delayCor", delay.correlation());
    put("ordered", delay.ordered() ? 1 : 0);
    put("redraw", delay.redrawNanos());
    put(i.loss());
    Drops drops = i.drops();
    put("drop", drops.packets().stream().map(n -> n + "").collect(Collectors.joining("+")));
    put("burst", drops.burstPackets());
    put("burstEvery", drops.burstEvery());
    put("up", drops.upNanos());
    put("down", drops.downNanos());
    put("noUdp", drops.udpBlocked() ? 1 : 0);
    put("dup", i.duplicate());
    put("corrupt", i.corrupt());
    put("reorder", i.reorder().chance());
    put("gap", i.reorder().gap());
    Rate rate = i.rate();
    put("rate", rate.bitsPerSecond());
    put("overhead", rate.overheadBytes());
    put("cell", rate.cellBytes());
    put("cellOverhead", rate.cellOverheadBytes());
    put("poisson", rate.poisson() ? 1 : 0);
    put("trace", rate.traceFile());
    put("queuePackets", i.queue().packets());
    put("queueBytes", i.queue().bytes());
    put("limit", i.limitPackets());
    Slot slot = i.slot();
    put("slotMin", slot.minNanos());
    put("slotMax", slot.maxNanos());
    put("slotDist", slot.distribution() == null ? "" : slot.distribution().name());
    put("slotTable", slot.tableFile());
    put("slotDelay", slot.delayNanos());
    put("slotJitter", slot.jitterNanos());
    put("slotPackets", slot.packets());
    put("slotBytes", slot.bytes());
    put("ecn", i.ecn() ? 1 : 0);
  }

  private void put(Loss loss) {
    if (loss instanceof Loss.Random random) {
      put("loss", random.probability());
      put("lossCor", random.correlation());
      put("maxBurst", random.maxBurst());
    } else if (loss instanceof Loss.GilbertElliott ge) {
      put("ge", List.of(ge.p(), ge.r(), ge.lossInBad(), ge.lossInGood()));
    } else if (loss instanceof Loss.FourState s) {
      put("state", List.of(s.p13(), s.p31(), s.p32(), s.p23(), s.p14()));
    }
  }

  private Impairment.Builder impairment() {
    return Impairment.builder()
        .delay(
            new Delay(
                longOf("owd"),
                longOf("jitter"),
                JitterDistribution.valueOf(textOf("dist")),
                textOf("table"),
                doubleOf("delayCor"),
                flagOf("ordered"),
                longOf("redraw")))
        .loss(loss())
        .drops(
            new Drops(
                textOf("drop").isEmpty()
                    ? List.of()
                    : Arrays.stream(textOf("drop").split("\\+")).map(Long::valueOf).toList(),
                intOf("burst"),
                intOf("burstEvery"),
                longOf("up"),
                longOf("down"),
                flagOf("noUdp")))
        .duplicate(chanceOf("dup"))
        .corrupt(chanceOf("corrupt"))
        .reorder(new Reorder(chanceOf("reorder"), intOf("gap")))
        .rate(
            new Rate(
                longOf("rate"),
                intOf("overhead"),
                intOf("cell"),
                intOf("cellOverhead"),
                flagOf("poisson"),
                textOf("trace")))
        .queue(new QueueLimit(intOf("queuePackets"), longOf("queueBytes")))
        .limitPackets(intOf("limit"))
        .slot(
            new Slot(
                longOf("slotMin"),
                longOf("slotMax"),
                in.containsKey("slotDist") ? JitterDistribution.valueOf(textOf("slotDist")) : null,
                textOf("slotTable"),
                longOf("slotDelay"),
                longOf("slotJitter"),
                intOf("slotPackets"),
                longOf("slotBytes")))
        .ecn(flagOf("ecn"));
  }

  private Loss loss() {
    if (in.containsKey("ge")) {
      double[] f = doublesOf("ge");
      return new Loss.GilbertElliott(f[0], f[1], f[2], f[3]);
    }
    if (in.containsKey("state")) {
      double[] f = doublesOf("state");
      return new Loss.FourState(f[0], f[1], f[2], f[3], f[4]);
    }
    return new Loss.Random(doubleOf("loss"), doubleOf("lossCor"), intOf("maxBurst"));
  }

  private void put(String name, String text) {
    if (!text.isEmpty()) {
      if (out.length() > 0 && out.charAt(out.length() - 1) != ';') {
        out.append(',');
      }
      out.append(name).append('=').append(URLEncoder.encode(text, StandardCharsets.UTF_8));
    }
  }

  private void put(String name, long value) {
    put(name, value == 0 ? "" : Long.toString(value));
  }

  private void put(String name, double value) {
    put(name, value == 0 ? "" : Double.toString(value));
  }

  private void put(String name, Chance chance) {
    put(name, chance.probability());
    put(name + "Cor", chance.correlation());
  }

  private void put(String name, List<Double> values) {
    put(name, values.stream().map(v -> Double.toString(v)).collect(Collectors.joining("_")));
  }

  private String textOf(String name) {
    return URLDecoder.decode(in.getOrDefault(name, ""), StandardCharsets.UTF_8);
  }

  private long longOf(String name) {
    return Long.parseLong(in.getOrDefault(name, "0"));
  }

  private int intOf(String name) {
    return Math.toIntExact(longOf(name));
  }

  private boolean flagOf(String name) {
    return in.containsKey(name);
  }

  private double doubleOf(String name) {
    return Double.parseDouble(in.getOrDefault(name, "0"));
  }

  private double[] doublesOf(String name) {
    return Arrays.stream(textOf(name).split("_")).mapToDouble(Double::parseDouble).toArray();
  }

  private Chance chanceOf(String name) {
    return new Chance(doubleOf(name), doubleOf(name + "Cor"));
  }
}
