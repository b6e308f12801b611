package dev.transportbench.benchmark.trial;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Reading;
import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import java.util.Map;
import java.util.TreeMap;

/** Runs one cell for one iteration in the test's own JVM. */
final class TrialCells {
  private TrialCells() {}

  static TrialSettings settings(
      String transport, int payloadBytes, int concurrency, String profile, Backend backend) {
    Map<String, String> params = new TreeMap<>();
    params.put("transport", transport);
    params.put("payloadBytes", Integer.toString(payloadBytes));
    params.put("concurrency", Integer.toString(concurrency));
    params.put("impairment", profile);
    params.put("backend", backend.label());
    return settings(params);
  }

  /** All parameters, the axes that are not at their defaults among them. */
  static TrialSettings settings(Map<String, String> params) {
    return TrialSettings.of(
        "test",
        params,
        Transports.named(params.get("transport")),
        LinkProfiles.load(params.get("impairment")),
        Backend.labelled(params.get("backend")));
  }

  /** The same cell carried by a transport of the test's own. */
  static TrialSettings on(Transport transport, TrialSettings like) {
    return new TrialSettings(
        like.benchmark(),
        like.params(),
        transport,
        like.payloadBytes(),
        like.concurrency(),
        like.profile(),
        like.backend(),
        like.io(),
        like.terms(),
        like.connections(),
        like.linkSeed());
  }

  static IterationRecord measure(TrialSettings settings, int rpcs) throws Exception {
    try (Trial trial = Trial.start(settings, Workload.closedLoop())) {
      trial.beginIteration(true);
      for (int i = 0; i < rpcs; i++) {
        trial.completeOne();
      }
      trial.endIteration(true);
      return trial.iterations().get(0);
    }
  }

  static double value(IterationRecord iteration, FigureName name) {
    Reading reading = iteration.readings().get(name);
    if (reading.value() == null) {
      throw new AssertionError(name.label() + " is not available: " + reading.notAvailable());
    }
    return reading.value();
  }
}
