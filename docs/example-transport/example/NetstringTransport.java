package example;

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

/** RPCs as netstrings (https://cr.yp.to/proto/netstrings.txt) on one plain TCP connection. */
public final class NetstringTransport implements Transport {
  @Override
  public String name() {
    return "netstring";
  }

  @Override
  public Set<Trait> traits() {
    return EnumSet.of(Trait.MULTIPLEXED, Trait.RELIABLE);
  }

  @Override
  public Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    return NetstringServer.listen(side, port, terms);
  }

  @Override
  public Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    return NetstringClient.connect(side, server, terms);
  }
}
