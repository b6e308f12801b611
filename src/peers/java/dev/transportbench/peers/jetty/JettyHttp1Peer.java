package dev.transportbench.peers.jetty;

import dev.transportbench.peers.Protocol;

/** A connection for each RPC in flight. */
public final class JettyHttp1Peer extends JettyHttp {
  public JettyHttp1Peer() {
    super("peer-jetty-http1", Protocol.HTTP1);
  }
}
