package dev.transportbench.transport.fallback;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The client that was opened in the end, and how that came about. */
final class FallbackClient implements RpcClient {
  static final String USED = "fallback.used";
  static final String COST_MILLIS = "fallback.cost.millis";

  private final RpcClient used;
  private final String usedName;
  private final long costMillis;
  private final int attemptsBefore;

  /**
   * @param attemptsBefore connections that were tried in vain
   */
  FallbackClient(RpcClient used, String usedName, long costMillis, int attemptsBefore) {
    this.used = used;
    this.usedName = usedName;
    this.costMillis = costMillis;
    this.attemptsBefore = attemptsBefore;
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    used.call(requestId, request, handler);
  }

  @Override
  public void cancel(int requestId) {
    used.cancel(requestId);
  }

  @Override
  public void flush() {
    used.flush();
  }

  @Override
  public int connectionsOpened() {
    return attemptsBefore + used.connectionsOpened();
  }

  @Override
  public Map<String, Double> counters() {
    return used.counters();
  }

  @Override
  public Map<String, String> negotiated() {
    Map<String, String> terms = new TreeMap<>(used.negotiated());
    terms.put(USED, usedName);
    terms.put(COST_MILLIS, String.valueOf(costMillis));
    return terms;
  }

  @Override
  public OptionalLong handshakeNanos() {
    return used.handshakeNanos();
  }

  @Override
  public Future<Void> close() {
    return used.close();
  }

  @Override
  public Future<Void> discard() {
    return used.discard();
  }
}
