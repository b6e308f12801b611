package dev.transportbench.transport.memory;

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
import java.util.Map;
import java.util.Set;

/**
 * Answers within {@code call}, on the caller's stack: no socket, no bytes, no connection. What a
 * cell costs here is the harness's own price.
 */
public class NullTransport implements Transport {

  @Override
  public String name() {
    return "null";
  }

  @Override
  public final Set<Trait> traits() {
    return EnumSet.of(Trait.IN_MEMORY, Trait.MULTIPLEXED, Trait.RELIABLE);
  }

  /** None: there is nothing to connect to. */
  @Override
  public final int connections(int concurrency) {
    return 0;
  }

  @Override
  public final Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    InetSocketAddress address = new InetSocketAddress(side.address(), port);
    return side.loop().newSucceededFuture(new Server(side, address));
  }

  @Override
  public final Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    return side.loop().newSucceededFuture(new NullClient(side.loop(), answerMicros()));
  }

  /** How long each answer takes, spent spinning. */
  protected int answerMicros() {
    return 0;
  }

  private record Server(Side side, InetSocketAddress address) implements RpcServer {
    @Override
    public int connectionsAccepted() {
      return 0;
    }

    @Override
    public Map<String, String> negotiated() {
      return Map.of();
    }

    @Override
    public Future<Void> close() {
      return side.loop().newSucceededFuture(null);
    }
  }
}
