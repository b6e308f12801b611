package dev.transportbench.benchmark.trial;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseCombiner;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Spreads RPCs over several clients by their ids. The driver keeps a slot's number in an id's low
 * bits: over a power of two of clients each has as many in flight as the next, or one more; over
 * another number, on average.
 */
final class SpreadClient implements RpcClient {
  private final EventExecutor loop;
  private final RpcClient[] clients;
  private final boolean[] called;

  /** Those that were called since the last flush: of thousands mostly one. */
  private final int[] toFlush;

  private int toFlushCount;

  SpreadClient(EventExecutor loop, List<RpcClient> clients) {
    this.loop = loop;
    this.clients = clients.toArray(RpcClient[]::new);
    called = new boolean[this.clients.length];
    toFlush = new int[this.clients.length];
  }

  private int of(int requestId) {
    return Integer.remainderUnsigned(requestId, clients.length);
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    int chosen = of(requestId);
    if (!called[chosen]) {
      called[chosen] = true;
      toFlush[toFlushCount++] = chosen;
    }
    clients[chosen].call(requestId, request, handler);
  }

  @Override
  public void cancel(int requestId) {
    clients[of(requestId)].cancel(requestId);
  }

  @Override
  public void flush() {
    while (toFlushCount > 0) {
      int chosen = toFlush[--toFlushCount];
      called[chosen] = false;
      clients[chosen].flush();
    }
  }

  @Override
  public int connectionsOpened() {
    int opened = 0;
    for (RpcClient client : clients) {
      opened += client.connectionsOpened();
    }
    return opened;
  }

  @Override
  public Map<String, Double> counters() {
    Map<String, Double> sums = new TreeMap<>();
    for (RpcClient client : clients) {
      client.counters().forEach((name, value) -> sums.merge(name, value, Double::sum));
    }
    return sums;
  }

  /** Where the connections differ, all that they say: such a text is like no single one's. */
  @Override
  public Map<String, String> negotiated() {
    Map<String, TreeSet<String>> told = new TreeMap<>();
    for (RpcClient client : clients) {
      client
          .negotiated()
          .forEach((name, value) -> told.computeIfAbsent(name, n -> new TreeSet<>()).add(value));
    }
    Map<String, String> terms = new TreeMap<>();
    told.forEach((name, values) -> terms.put(name, String.join(" and ", values)));
    return terms;
  }

  @Override
  public Future<Void> close() {
    PromiseCombiner all = new PromiseCombiner(loop);
    for (RpcClient client : clients) {
      all.add(client.close());
    }
    Promise<Void> closed = loop.newPromise();
    all.finish(closed);
    return closed;
  }
}
