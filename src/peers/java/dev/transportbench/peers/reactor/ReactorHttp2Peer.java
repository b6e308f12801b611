package dev.transportbench.peers.reactor;

import dev.transportbench.peers.Protocol;

/** One connection, a stream per RPC. */
public final class ReactorHttp2Peer extends ReactorHttp {
  public ReactorHttp2Peer() {
    super("peer-reactor-http2", Protocol.HTTP2);
  }
}
