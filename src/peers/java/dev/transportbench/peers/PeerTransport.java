package dev.transportbench.peers;

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
 * A peer as a transport. Unlike ours it brings threads of its own, which its first one, started
 * here on the side's loop, passes the side's network namespace on to; and its start and stop block.
 */
public abstract class PeerTransport implements Transport {
  private final String name;
  private final Protocol protocol;

  protected PeerTransport(String name, Protocol protocol) {
    this.name = name;
    this.protocol = protocol;
  }

  /** Starts the server, which answers by {@link dev.transportbench.rpc.RpcService}. */
  protected abstract PeerServer start(Side side, int port, Identity identity) throws Exception;

  /**
   * Opens a client, whose connections may be opened by its first RPCs.
   *
   * @param concurrency RPCs that it keeps in flight
   */
  protected abstract PeerClient open(
      Side side, InetSocketAddress server, Identity identity, int concurrency) throws Exception;

  public final Protocol protocol() {
    return protocol;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Set<Trait> traits() {
    EnumSet<Trait> traits = EnumSet.of(Trait.RELIABLE, Trait.ENCRYPTED);
    if (protocol != Protocol.HTTP1) {
      traits.add(Trait.MULTIPLEXED);
    }
    if (protocol == Protocol.HTTP3) {
      traits.add(Trait.UDP);
    }
    return traits;
  }

  @Override
  public final int connections(int concurrency) {
    return protocol == Protocol.HTTP1 ? concurrency : 1;
  }

  @Override
  public final Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    try {
      return side.loop().newSucceededFuture(start(side, port, identity));
    } catch (Exception e) {
      return side.loop().newFailedFuture(e);
    }
  }

  @Override
  public final Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    try {
      return side.loop().newSucceededFuture(open(side, server, identity, terms.concurrency()));
    } catch (Exception e) {
      return side.loop().newFailedFuture(e);
    }
  }
}
