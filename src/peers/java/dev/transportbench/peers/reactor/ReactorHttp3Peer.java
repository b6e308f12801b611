package dev.transportbench.peers.reactor;

import dev.transportbench.peers.Protocol;

/** One QUIC connection, a stream per RPC. */
public final class ReactorHttp3Peer extends ReactorHttp {
  public ReactorHttp3Peer() {
    super("peer-reactor-http3", Protocol.HTTP3);
  }
}
