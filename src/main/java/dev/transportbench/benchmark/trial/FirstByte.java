package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.RoundTripModel;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.rpc.Trait;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A new connection's time to first byte in round trips, and what the protocols say of it. */
final class FirstByte {
  private FirstByte() {}

  /**
   * @param times from the connection's start, in ns
   */
  static Map<FigureName, Reading> readings(TrialSettings settings, Histogram times) {
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    if (settings.transport().traits().contains(Trait.IN_MEMORY)) {
      Reading none = Reading.notAvailable("no packets, no round trips");
      for (FigureName name :
          List.of(FigureName.TTFB_RTTS, FigureName.TTFB_MODEL_RTTS, FigureName.TTFB_MODEL)) {
        readings.put(name, none);
      }
      return readings;
    }
    int roundTrips = model(settings).firstByte();
    readings.put(FigureName.TTFB_MODEL_RTTS, Reading.of(roundTrips));
    readings.put(FigureName.TTFB_MODEL, Reading.of(roundTrips * settings.rttNanos() / 1e3));
    readings.put(FigureName.TTFB_RTTS, inRoundTrips(times, settings));
    return readings;
  }

  static RoundTripModel model(TrialSettings settings) {
    return RoundTripModel.of(
        settings.transport(), settings.terms().handshake(), settings.terms().tlsVersion());
  }

  /** The median in round trips of the link as asked. */
  static Reading inRoundTrips(Histogram times, TrialSettings settings) {
    long rttNanos = settings.rttNanos();
    if (rttNanos == 0) {
      return Reading.notAvailable("the link adds no delay");
    }
    return times.getTotalCount() == 0
        ? Reading.notAvailable("this transport shows no response before it is whole")
        : Reading.of(times.getValueAtPercentile(50) / (double) rttNanos);
  }
}
