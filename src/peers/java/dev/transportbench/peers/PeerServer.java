package dev.transportbench.peers;

import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The server's end of a peer, on threads of its own. */
public abstract class PeerServer implements RpcServer {
  private final Side side;
  private final AtomicInteger accepted = new AtomicInteger();

  protected PeerServer(Side side) {
    this.side = side;
  }

  /** Where it listens. */
  protected abstract int port();

  /** Stops all threads; blocks until they are gone or it takes too long. */
  protected abstract void stop() throws Exception;

  /** Call for each connection. */
  protected final void countConnection() {
    accepted.incrementAndGet();
  }

  @Override
  public final InetSocketAddress address() {
    return new InetSocketAddress(side.address(), port());
  }

  @Override
  public final int connectionsAccepted() {
    return accepted.get();
  }

  @Override
  public Map<String, String> negotiated() {
    return Map.of();
  }

  @Override
  public final Future<Void> close() {
    try {
      stop();
      return side.loop().newSucceededFuture(null);
    } catch (Exception e) {
      return side.loop().newFailedFuture(e);
    }
  }
}
