package dev.transportbench.transport.altsvc;

import dev.transportbench.rpc.RpcServer;
import dev.transportbench.transport.connection.TwinServers;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Map;

/** HTTP/2 on a TCP port, each of whose responses names HTTP/3 on the UDP port of that number. */
final class AltSvcServer implements RpcServer {
  private final TwinServers both;

  AltSvcServer(TwinServers both) {
    this.both = both;
  }

  @Override
  public InetSocketAddress address() {
    return both.tcp().address();
  }

  @Override
  public int connectionsAccepted() {
    return both.connectionsAccepted();
  }

  /** Of HTTP/3, where the RPCs are. */
  @Override
  public Map<String, String> negotiated() {
    return both.udp().negotiated();
  }

  @Override
  public Map<String, Double> counters() {
    return both.udp().counters();
  }

  @Override
  public Future<Void> close() {
    return both.close();
  }
}
