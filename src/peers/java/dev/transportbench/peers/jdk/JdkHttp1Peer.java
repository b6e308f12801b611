package dev.transportbench.peers.jdk;

import dev.transportbench.peers.Protocol;

/** A connection for each RPC in flight. */
public final class JdkHttp1Peer extends JdkHttp {
  public JdkHttp1Peer() {
    super("peer-jdk-http1", Protocol.HTTP1);
  }
}
