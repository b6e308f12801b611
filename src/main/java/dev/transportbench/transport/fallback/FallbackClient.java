package dev.transportbench.transport.fallback;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.transport.connection.ForwardingClient;
import java.util.Map;
import java.util.TreeMap;

/** The client that was opened in the end, and how that came about. */
final class FallbackClient extends ForwardingClient {
  static final String USED = "fallback.used";
  static final String COST_MILLIS = "fallback.cost.millis";

  private final String usedName;
  private final long costMillis;
  private final int attemptsBefore;

  /**
   * @param attemptsBefore connections that were tried in vain
   */
  FallbackClient(RpcClient used, String usedName, long costMillis, int attemptsBefore) {
    super(used);
    this.usedName = usedName;
    this.costMillis = costMillis;
    this.attemptsBefore = attemptsBefore;
  }

  @Override
  public int connectionsOpened() {
    return attemptsBefore + super.connectionsOpened();
  }

  @Override
  public Map<String, String> negotiated() {
    Map<String, String> terms = new TreeMap<>(super.negotiated());
    terms.put(USED, usedName);
    terms.put(COST_MILLIS, String.valueOf(costMillis));
    return terms;
  }
}
