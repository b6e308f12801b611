package dev.transportbench.transport.fallback;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.TwinServers;
import dev.transportbench.transport.websocket.WebSocketTransport;
import dev.transportbench.transport.webtransport.WebTransportTransport;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;

/** WebSocket on a TCP port and WebTransport on the UDP port of the same number. */
final class FallbackServer implements RpcServer {
  private final TwinServers both;
  private final RpcServer webSocket;
  private final RpcServer webTransport;
  private int webSocketsSeen;

  private FallbackServer(TwinServers both) {
    this.both = both;
    webSocket = both.tcp();
    webTransport = both.udp();
  }

  static Future<RpcServer> listen(Side side, int port, Identity identity, Terms terms) {
    Promise<RpcServer> listening = side.loop().newPromise();
    TwinServers.listen(
            side,
            port,
            any -> new WebSocketTransport().serve(side, any, identity, terms),
            same -> new WebTransportTransport().serve(side, same, identity, terms))
        .addListener(
            (Future<TwinServers> twins) -> {
              if (twins.isSuccess()) {
                listening.setSuccess(new FallbackServer(twins.getNow()));
              } else {
                listening.setFailure(twins.cause());
              }
            });
    return listening;
  }

  @Override
  public InetSocketAddress address() {
    return webSocket.address();
  }

  @Override
  public int connectionsAccepted() {
    return both.connectionsAccepted();
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
    return both.close();
  }
}
