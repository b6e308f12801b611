package dev.transportbench.benchmark.trial;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.PlainTransport;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Set;

/** A transport of HTTP whose calls are GETs of one path, as any client of the web makes them. */
record Gets(PlainTransport http, String path) implements Transport {

  /** What a transport's downloads are: GETs where it is HTTP, and RPCs where it is not. */
  static Transport ofBytes(Transport transport, int bytes) {
    return transport instanceof PlainTransport plain && !plain.echoes()
        ? new Gets(plain, "/bytes/" + bytes)
        : transport;
  }

  @Override
  public Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    return http.connectPlain(side, server, identity, terms, path);
  }

  @Override
  public String name() {
    return http.name();
  }

  @Override
  public Set<Trait> traits() {
    return http.traits();
  }

  @Override
  public String scheme() {
    return http.scheme();
  }

  @Override
  public int connections(int concurrency) {
    return http.connections(concurrency);
  }

  @Override
  public Set<Handshake> handshakes() {
    return http.handshakes();
  }

  @Override
  public int sessionRoundTrips() {
    return http.sessionRoundTrips();
  }

  @Override
  public Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    return http.serve(side, port, identity, terms);
  }
}
