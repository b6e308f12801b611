package dev.transportbench.transport.altsvc;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.transport.connection.TwinServers;
import dev.transportbench.transport.http2.FirstVisit;
import dev.transportbench.transport.http2.Http2Transport;
import dev.transportbench.transport.http3.Http3Transport;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.OptionalInt;
import java.util.Set;

/**
 * {@code http3} for a client that does not know of it: the first request goes over HTTP/2, its
 * response says by {@code Alt-Svc} where HTTP/3 is (RFC 7838), and all RPCs go there. {@link
 * #connect} is done with HTTP/3's handshake, so that the time to the first byte is that of the
 * first response over HTTP/3. A user has had one over HTTP/2 by then, as soon as {@code http2} has
 * its own.
 */
public final class AltSvcTransport implements Transport {
  /** TCP's handshake, TLS 1.3's, and the response with the field. */
  private static final int FIRST_VISIT_ROUND_TRIPS = 3;

  private final Http3Transport http3 = new Http3Transport();

  @Override
  public String name() {
    return "http3-alt-svc";
  }

  @Override
  public String scheme() {
    return http3.scheme();
  }

  @Override
  public Set<Trait> traits() {
    return http3.traits();
  }

  @Override
  public int sessionRoundTrips() {
    return FIRST_VISIT_ROUND_TRIPS;
  }

  /** The one of the first visit, and the one that is used. */
  @Override
  public int connections(int concurrency) {
    return 2;
  }

  @Override
  public Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    Promise<RpcServer> listening = side.loop().newPromise();
    TwinServers.listen(
            side,
            port,
            any -> new Http2Transport().serveBesideHttp3(side, any, identity, terms),
            same -> http3.serve(side, same, identity, terms))
        .addListener(
            (Future<TwinServers> both) -> {
              if (both.isSuccess()) {
                listening.setSuccess(new AltSvcServer(both.getNow()));
              } else {
                listening.setFailure(both.cause());
              }
            });
    return listening;
  }

  @Override
  public Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    Promise<RpcClient> ready = side.loop().newPromise();
    FirstVisit.make(side, server, identity, terms)
        .addListener(
            (Future<FirstVisit> visited) -> {
              if (visited.isSuccess()) {
                follow(visited.getNow(), side, server, identity, terms, ready);
              } else {
                ready.setFailure(visited.cause());
              }
            });
    return ready;
  }

  private void follow(
      FirstVisit visit,
      Side side,
      InetSocketAddress server,
      Identity identity,
      Terms terms,
      Promise<RpcClient> ready) {
    OptionalInt port = AltSvc.http3Port(visit.altSvc());
    if (port.isEmpty()) {
      visit.client().close();
      ready.setFailure(
          new IOException("Alt-Svc: '%s' names no h3 on the same host".formatted(visit.altSvc())));
      return;
    }
    http3
        .connect(side, new InetSocketAddress(server.getAddress(), port.getAsInt()), identity, terms)
        .addListener(
            (Future<RpcClient> connected) -> {
              if (connected.isSuccess()) {
                ready.setSuccess(new AltSvcClient(side.loop(), visit.client(), connected.getNow()));
              } else {
                visit.client().close();
                ready.setFailure(connected.cause());
              }
            });
  }
}
