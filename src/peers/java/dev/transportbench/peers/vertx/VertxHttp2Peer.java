package dev.transportbench.peers.vertx;

import dev.transportbench.peers.Protocol;

/** One connection, a stream per RPC. */
public final class VertxHttp2Peer extends VertxHttp {
  public VertxHttp2Peer() {
    super("peer-vertx-http2", Protocol.HTTP2);
  }
}
