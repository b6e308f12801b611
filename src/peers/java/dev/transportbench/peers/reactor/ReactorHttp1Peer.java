package dev.transportbench.peers.reactor;

import dev.transportbench.peers.Protocol;

/** A connection for each RPC in flight. */
public final class ReactorHttp1Peer extends ReactorHttp {
  public ReactorHttp1Peer() {
    super("peer-reactor-http1", Protocol.HTTP1);
  }
}
