package dev.transportbench.transport.fallback;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.websocket.WebSocketTransport;
import dev.transportbench.transport.webtransport.WebTransportTransport;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseCombiner;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;

/** WebSocket on a TCP port and WebTransport on the UDP port of the same number. */
final class FallbackServer implements RpcServer {
  // The system picks the TCP port; UDP's of that number may be taken.
  private static final int PORTS_TRIED = 10;

  private final Side side;
  private final RpcServer webSocket;
  private final RpcServer webTransport;
  private int webSocketsSeen;

  private FallbackServer(Side side, RpcServer webSocket, RpcServer webTransport) {
    this.side = side;
    this.webSocket = webSocket;
    this.webTransport = webTransport;
  }

  static Future<RpcServer> listen(Side side, int port, Identity identity, Terms terms) {
    Promise<RpcServer> listening = side.loop().newPromise();
    listen(side, port, identity, terms, port == 0 ? PORTS_TRIED : 1, listening);
    return listening;
  }

  private static void listen(
      Side side,
      int port,
      Identity identity,
      Terms terms,
      int triesLeft,
      Promise<RpcServer> listening) {
    new WebSocketTransport()
        .serve(side, port, identity, terms)
        .addListener(
            (Future<RpcServer> tcp) -> {
              if (!tcp.isSuccess()) {
                listening.setFailure(tcp.cause());
                return;
              }
              RpcServer webSocket = tcp.getNow();
              new WebTransportTransport()
                  .serve(side, webSocket.address().getPort(), identity, terms)
                  .addListener(
                      (Future<RpcServer> udp) -> {
                        if (udp.isSuccess()) {
                          listening.setSuccess(new FallbackServer(side, webSocket, udp.getNow()));
                          return;
                        }
                        webSocket.close();
                        if (triesLeft > 1) {
                          listen(side, port, identity, terms, triesLeft - 1, listening);
                        } else {
                          listening.setFailure(udp.cause());
                        }
                      });
            });
  }

  @Override
  public InetSocketAddress address() {
    return webSocket.address();
  }

  @Override
  public int connectionsAccepted() {
    return webSocket.connectionsAccepted() + webTransport.connectionsAccepted();
  }

  @Override
  public Map<String, String> negotiated() {
    // Of the two, the one that accepted since somebody asked last.
    boolean webSocketIsNews = webSocket.connectionsAccepted() > webSocketsSeen;
    webSocketsSeen = webSocket.connectionsAccepted();
    boolean useWebSocket = webSocketIsNews || webTransport.connectionsAccepted() == 0;
    Map<String, String> terms =
        new TreeMap<>((useWebSocket ? webSocket : webTransport).negotiated());
    if (!terms.isEmpty()) {
      terms.put(
          FallbackClient.USED,
          useWebSocket ? new WebSocketTransport().name() : new WebTransportTransport().name());
    }
    return terms;
  }

  /** Of both servers' connections: one has none, but those of a client that is going away. */
  @Override
  public Map<String, Double> counters() {
    Map<String, Double> counters = new TreeMap<>(webTransport.counters());
    counters.putAll(webSocket.counters());
    return counters;
  }

  @Override
  public Future<Void> close() {
    Promise<Void> closed = side.loop().newPromise();
    PromiseCombiner both = new PromiseCombiner(side.loop());
    both.add(webSocket.close());
    both.add(webTransport.close());
    both.finish(closed);
    return closed;
  }
}
