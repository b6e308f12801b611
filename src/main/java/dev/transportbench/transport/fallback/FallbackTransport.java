package dev.transportbench.transport.fallback;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/**
 * {@code webtransport}, and {@code websocket} when no QUIC handshake is done within {@value
 * #UDP_PATIENCE_MILLIS} ms. By then a client has sent its first packet twice (RFC 9002 §6.2.2), so
 * that one lost packet does not pass for a blocked path. A handshake that fails is a failure and no
 * reason to fall back.
 *
 * <p>{@link RpcClient#negotiated} tells {@code fallback.used}, the name of the transport that
 * carries the RPCs, and {@code fallback.cost.millis}, how long the client waited for UDP in vain.
 * That attempt counts among the connections that it opened.
 *
 * <p>The traits are those of both: what an RPC can rely on, whichever is used.
 */
public final class FallbackTransport implements Transport {
  static final int UDP_PATIENCE_MILLIS = 2_000;

  @Override
  public String name() {
    return "fallback";
  }

  @Override
  public String scheme() {
    return "https";
  }

  @Override
  public Set<Trait> traits() {
    return EnumSet.of(Trait.MULTIPLEXED, Trait.RELIABLE, Trait.ENCRYPTED, Trait.FLOW_WINDOWS);
  }

  @Override
  public Set<Handshake> handshakes() {
    return EnumSet.of(Handshake.FULL, Handshake.RESUMED);
  }

  @Override
  public int sessionRoundTrips() {
    return 1;
  }

  /** The one that is used, and an attempt before it. */
  @Override
  public int connections(int concurrency) {
    return 2;
  }

  @Override
  public Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    return FallbackServer.listen(side, port, identity, terms);
  }

  @Override
  public Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    return new FallbackConnector(side, server, identity, terms).connect();
  }
}
