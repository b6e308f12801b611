package dev.transportbench.rpc;

import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Map;

/**
 * The server's end of one transport. Confined to its {@link Side}'s loop, like {@link RpcClient}.
 */
public interface RpcServer {

  /** Where it listens, the port included. */
  InetSocketAddress address();

  /** Connections accepted so far. */
  int connectionsAccepted();

  /** As {@link RpcClient#negotiated}, of the connection accepted last; empty before the first. */
  Map<String, String> negotiated();

  /** As {@link RpcClient#counters}, over the connections that are open. */
  default Map<String, Double> counters() {
    return Map.of();
  }

  /** Stops listening and closes every connection. Done when the last is closed. */
  Future<Void> close();
}
