package dev.transportbench.peers.vertx;

import dev.transportbench.peers.Protocol;

/** A connection for each RPC in flight. */
public final class VertxHttp1Peer extends VertxHttp {
  public VertxHttp1Peer() {
    super("peer-vertx-http1", Protocol.HTTP1);
  }
}
