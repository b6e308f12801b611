package dev.transportbench.transport.connection;

import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseCombiner;
import java.util.function.IntFunction;

/** A server on a TCP port, and another on the UDP port of the same number. */
public final class TwinServers {
  // The system picks the TCP port; UDP's of that number may be taken.
  private static final int PORTS_TRIED = 10;

  private final Side side;
  private final RpcServer tcp;
  private final RpcServer udp;

  private TwinServers(Side side, RpcServer tcp, RpcServer udp) {
    this.side = side;
    this.tcp = tcp;
    this.udp = udp;
  }

  /**
   * Starts both.
   *
   * @param port 0 for one that the system picks
   * @param tcp listens on a TCP port that it is given, which may be 0
   * @param udp listens on a UDP port that it is given
   * @return done when both accept connections, or failed with the reason
   */
  public static Future<TwinServers> listen(
      Side side, int port, IntFunction<Future<RpcServer>> tcp, IntFunction<Future<RpcServer>> udp) {
    Promise<TwinServers> listening = side.loop().newPromise();
    listen(side, port, tcp, udp, port == 0 ? PORTS_TRIED : 1, listening);
    return listening;
  }

  private static void listen(
      Side side,
      int port,
      IntFunction<Future<RpcServer>> tcp,
      IntFunction<Future<RpcServer>> udp,
      int triesLeft,
      Promise<TwinServers> listening) {
    tcp.apply(port)
        .addListener(
            (Future<RpcServer> onTcp) -> {
              if (!onTcp.isSuccess()) {
                listening.setFailure(onTcp.cause());
                return;
              }
              RpcServer first = onTcp.getNow();
              udp.apply(first.address().getPort())
                  .addListener(
                      (Future<RpcServer> onUdp) -> {
                        if (onUdp.isSuccess()) {
                          listening.setSuccess(new TwinServers(side, first, onUdp.getNow()));
                          return;
                        }
                        first.close();
                        if (triesLeft > 1) {
                          listen(side, port, tcp, udp, triesLeft - 1, listening);
                        } else {
                          listening.setFailure(onUdp.cause());
                        }
                      });
            });
  }

  public RpcServer tcp() {
    return tcp;
  }

  public RpcServer udp() {
    return udp;
  }

  public int connectionsAccepted() {
    return tcp.connectionsAccepted() + udp.connectionsAccepted();
  }

  /** Done when the last connection of both is closed. */
  public Future<Void> close() {
    Promise<Void> closed = side.loop().newPromise();
    PromiseCombiner both = new PromiseCombiner(side.loop());
    both.add(tcp.close());
    both.add(udp.close());
    both.finish(closed);
    return closed;
  }
}
