package dev.transportbench.peers.jdk;

import dev.transportbench.peers.Protocol;

/** One connection, a stream per RPC. */
public final class JdkHttp2Peer extends JdkHttp {
  public JdkHttp2Peer() {
    super("peer-jdk-http2", Protocol.HTTP2);
  }
}
