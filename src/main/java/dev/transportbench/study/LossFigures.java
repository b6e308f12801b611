package dev.transportbench.study;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.link.Delay;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.LinkProfile;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.Loss;
import dev.transportbench.rpc.Trait;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latency given that a packet of the RPC was lost, as measured, and what the timers predict: see
 * {@link LossModel}. Which RPCs lost a packet is read from their times.
 */
final class LossFigures {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;

  /** A median of fewer is not published. */
  private static final long LEAST_LOST = 20;

  /** What fits one packet with all its heads. */
  private static final int ONE_PACKET_BYTES = 1100;

  private static final String MANY_RESOURCES = "no model: resources of many sizes at once";

  /** Of an open loop. */
  private static final String RATE = "rate";

  /** RPCs of an open loop that are on average under way on a connection. */
  private static final double MOST_IN_FLIGHT = 0.1;

  private LossFigures() {}

  /** The same cell with these figures, where it has latencies at all. */
  static CellRecord add(CellRecord cell, Times times, Set<Trait> traits) {
    Figure median = cell.figures().get(FigureName.LATENCY_P50.label());
    String impairment = cell.params().get(Cell.IMPAIRMENT);
    if (median == null || times.forks().isEmpty() || impairment == null) {
      return cell;
    }
    Map<String, Figure> figures = new LinkedHashMap<>(cell.figures());
    LinkProfile profile;
    try {
      profile = LinkProfiles.load(impairment);
    } catch (BadInputException e) {
      // A file that was there when the run began.
      return cell;
    }
    String why = hasOnePayload(cell.params()) ? whyNoModel(profile, traits) : MANY_RESOURCES;
    if (why == null) {
      LossModel model = model(profile, traits.contains(Trait.UDP));
      measured(figures, model, times);
      String whyNot = whyNotSparse(cell.params(), model.rttMillis());
      predicted(figures, FigureName.LATENCY_MODEL_P50, whyNot, model.usualMillis());
      predicted(
          figures,
          FigureName.LATENCY_MODEL_LOSS,
          whyNot == null && model.lostShare() == 0 ? "the link loses nothing" : whyNot,
          model.lostMillis());
      quantile(figures, FigureName.LATENCY_MODEL_P99, whyNot, model, 0.99);
      quantile(figures, FigureName.LATENCY_MODEL_P999, whyNot, model, 0.999);
    } else {
      for (FigureName name : all()) {
        figures.put(name.label(), none(name, why));
      }
    }
    return cell.with(cell.profile(), figures);
  }

  private static List<FigureName> all() {
    return List.of(
        FigureName.LATENCY_SLOW_P50,
        FigureName.LATENCY_SLOW_SHARE,
        FigureName.LATENCY_MODEL_P50,
        FigureName.LATENCY_MODEL_P99,
        FigureName.LATENCY_MODEL_P999,
        FigureName.LATENCY_MODEL_LOSS);
  }

  private static boolean hasOnePayload(Map<String, String> params) {
    return params.containsKey(Cell.PAYLOAD_BYTES) || params.containsKey(RATE);
  }

  /** Null when there is a model for such a link. */
  private static String whyNoModel(LinkProfile profile, Set<Trait> traits) {
    if (traits.contains(Trait.IN_MEMORY)) {
      return "no link";
    }
    if (!traits.contains(Trait.RELIABLE)) {
      return "the transport sends nothing again";
    }
    if (profile.up().owdNanos() + profile.down().owdNanos() == 0) {
      return "the link has no delay: the machine's own times are all there is";
    }
    for (Impairment one : List.of(profile.up(), profile.down())) {
      if (!(one.loss() instanceof Loss.Random random) || random.correlation() > 0) {
        return "no model: losses that depend on one another";
      }
      if (!one.rate().isNone() || !one.slot().isNone() || !one.steps().steps().isEmpty()) {
        return "no model: a link with a rate, slots or steps";
      }
    }
    return null;
  }

  /** Null when a loss is found by a timer, and by nothing else. */
  private static String whyNotSparse(Map<String, String> params, double rttMillis) {
    String rate = params.get(RATE);
    if (rate != null
        && Integer.parseInt(rate) * rttMillis / 1000
            > MOST_IN_FLIGHT * Integer.parseInt(Axis.CONNECTIONS.in(params))) {
      return "no model: other RPCs on the connection tell of a loss before a timer does";
    }
    int inFlight = Integer.parseInt(params.getOrDefault(Cell.CONCURRENCY, "1"));
    if (inFlight > Integer.parseInt(Axis.CONNECTIONS.in(params))) {
      return "no model: other RPCs on the connection tell of a loss before a timer does";
    }
    String payload = params.getOrDefault(Cell.PAYLOAD_BYTES, "0");
    return payload.matches("\\d+") && Integer.parseInt(payload) > ONE_PACKET_BYTES
        ? "no model: an RPC of several packets"
        : null;
  }

  private static LossModel model(LinkProfile profile, boolean udp) {
    return new LossModel(
        (profile.up().owdNanos() + profile.down().owdNanos()) / NANOS_PER_MILLI,
        Math.hypot(deviation(profile.up().delay()), deviation(profile.down().delay())),
        ((Loss.Random) profile.up().loss()).probability(),
        ((Loss.Random) profile.down().loss()).probability(),
        udp);
  }

  private static double deviation(Delay delay) {
    double jitter = delay.jitterNanos() / NANOS_PER_MILLI;
    return delay.distribution() == Impairment.JitterDistribution.UNIFORM
        ? jitter / Math.sqrt(3)
        : jitter;
  }

  private static void measured(Map<String, Figure> figures, LossModel model, Times times) {
    long above = Math.round(model.lostAboveMillis() * NANOS_PER_MILLI);
    Histogram all = new Histogram(3);
    List<Double> medians = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    for (Histogram fork : times.forks()) {
      all.add(fork);
      medians.add(medianAbove(fork, above));
      shares.add(shareAbove(fork, above));
    }
    Double median = medianAbove(all, above);
    FigureName lost = FigureName.LATENCY_SLOW_P50;
    figures.put(
        lost.label(),
        new Figure(
            median,
            lost.unit(),
            medians,
            median != null
                ? null
                : "fewer than %d RPCs took longer than %.1f ms"
                    .formatted(LEAST_LOST, model.lostAboveMillis())));
    FigureName share = FigureName.LATENCY_SLOW_SHARE;
    Double of = shareAbove(all, above);
    figures.put(share.label(), new Figure(of, share.unit(), shares, of == null ? "n = 0" : null));
  }

  /** In µs; null when there are too few. */
  private static Double medianAbove(Histogram histogram, long above) {
    long count = countAbove(histogram, above);
    if (count < LEAST_LOST) {
      return null;
    }
    double percentile = 100.0 * (1 - 0.5 * count / histogram.getTotalCount());
    return histogram.getValueAtPercentile(percentile) / 1e3;
  }

  private static Double shareAbove(Histogram histogram, long above) {
    long all = histogram.getTotalCount();
    return all == 0 ? null : 100.0 * countAbove(histogram, above) / all;
  }

  private static long countAbove(Histogram histogram, long above) {
    long count = 0;
    for (HistogramIterationValue value : histogram.recordedValues()) {
      if (value.getValueIteratedTo() > above) {
        count += value.getCountAtValueIteratedTo();
      }
    }
    return count;
  }

  private static void quantile(
      Map<String, Figure> figures, FigureName name, String why, LossModel model, double q) {
    String knee =
        why == null && model.isOnTheKnee(q)
            ? "on the knee: %.1f %% of RPCs lose a packet".formatted(100 * model.lostShare())
            : why;
    predicted(figures, name, knee, knee == null ? model.quantileMillis(q) : 0);
  }

  private static void predicted(
      Map<String, Figure> figures, FigureName name, String why, double millis) {
    figures.put(
        name.label(),
        why == null
            ? new Figure(millis * MICROS_PER_MILLI, name.unit(), List.of(), null)
            : none(name, why));
  }

  private static Figure none(FigureName name, String why) {
    return new Figure(null, name.unit(), List.of(), why);
  }
}
