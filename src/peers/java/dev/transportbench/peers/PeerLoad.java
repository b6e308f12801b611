package dev.transportbench.peers;

import dev.transportbench.benchmark.trial.ClientEnd;
import dev.transportbench.benchmark.trial.Driver;
import dev.transportbench.benchmark.trial.Workload;

/** As many echoes in flight as the cell says, on the peer's own threads; warmed as ours. */
final class PeerLoad implements Workload {
  @Override
  public Driver warming(ClientEnd end) {
    return driver(end, Math.min(end.settings().payloadBytes(), MOST_WARM_PAYLOAD_BYTES));
  }

  @Override
  public Driver measured(ClientEnd end) {
    return driver(end, end.settings().payloadBytes());
  }

  private static Driver driver(ClientEnd end, int payloadBytes) {
    return new PeerDriver((PeerClient) end.client(), payloadBytes, end.settings().concurrency());
  }
}
