package dev.transportbench.rpc;

import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/**
 * A way to carry one RPC. Implementations have a public constructor without arguments, hold no
 * state, and are found by {@link java.util.ServiceLoader}; see {@link Transports}.
 *
 * <p><b>Threads.</b> {@link #serve} and {@link #connect} are called on the side's own loop thread
 * ({@code side.loop().inEventLoop()}), which lies in that side's network namespace. Netty creates a
 * socket on the thread that calls {@code bind} or {@code connect}, so an implementation does that
 * before it returns, never later from another thread. Everything else that it does also happens on
 * that loop; it starts no thread and never blocks.
 */
public interface Transport {

  /** The value of the JMH parameter {@code transport}: lower case, digits and hyphens. */
  String name();

  Set<Trait> traits();

  /**
   * What a URL of its servers starts with. Those of {@code https} and {@code wss} have a path, and
   * {@code /rpc} is where RPCs are answered.
   */
  default String scheme() {
    return name();
  }

  /**
   * How many connections {@link #connect} opens to keep {@code concurrency} RPCs in flight. A cell
   * fails when more were opened than this.
   */
  default int connections(int concurrency) {
    return 1;
  }

  /**
   * The ways in which {@link #connect} can begin a connection: its terms, and those of {@link
   * #serve}, ask for no other.
   */
  default Set<Handshake> handshakes() {
    return EnumSet.of(Handshake.FULL);
  }

  /**
   * Round trips that {@link #connect} takes beside the handshake of its connection, as the protocol
   * has it: an upgrade, a session, a first visit by another protocol.
   */
  default int sessionRoundTrips() {
    return 0;
  }

  /**
   * Starts a server on {@code side}'s address. It answers by {@link RpcService} and serves any
   * number of clients until closed.
   *
   * @param port 0 for one that the system picks
   * @return done when it accepts connections, or failed with the reason
   */
  Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms);

  /**
   * Opens a client and completes when an RPC can be sent without further set-up round trips.
   *
   * @param server where {@link #serve} listens
   * @param identity the server's; only its certificate is used, as the one to trust
   * @return done when ready, or failed with the reason
   */
  Future<RpcClient> connect(Side side, InetSocketAddress server, Identity identity, Terms terms);
}
