package dev.transportbench.peers.jetty;

import dev.transportbench.peers.Protocol;

/** One connection, a stream per RPC. */
public final class JettyHttp2Peer extends JettyHttp {
  public JettyHttp2Peer() {
    super("peer-jetty-http2", Protocol.HTTP2);
  }
}
