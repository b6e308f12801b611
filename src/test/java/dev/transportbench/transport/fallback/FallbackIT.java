package dev.transportbench.transport.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.Calls;
import dev.transportbench.transport.Pair;
import dev.transportbench.transport.websocket.WebSocketTransport;
import dev.transportbench.transport.webtransport.WebTransportTransport;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FallbackIT {
  private static final Terms TERMS = Terms.standard(4);
  private static final Request REQUEST =
      Request.newBuilder().setMethod(RpcService.ECHO).setPayload(Payloads.bytes(1000)).build();

  private final Pair pair = new Pair();
  private final FallbackTransport fallback = new FallbackTransport();

  @AfterEach
  void stop() {
    pair.close();
  }

  @Test
  void usesWebTransportAndWaitsForNothingWhereUdpIsAnswered() {
    RpcServer server = pair.serve(fallback, TERMS);
    RpcClient client = pair.connect(fallback, server, TERMS);
    new Calls(pair, client).echoMany(REQUEST, 100, 4);
    assertThat(client.negotiated())
        .containsEntry("fallback.used", "webtransport")
        .containsEntry("fallback.cost.millis", "0");
    assertThat(pair.fromServer(server::negotiated)).containsEntry("fallback.used", "webtransport");
    pair.await(client.close(), "client closed");
    pair.close(server);
  }

  @Test
  void fallsBackWhereNobodyListensOnUdp() {
    RpcServer server = pair.serve(new WebSocketTransport(), TERMS);
    assertFallsBack(server);
  }

  @Test
  void fallsBackWhereUdpIsSwallowed() throws SocketException {
    RpcServer server = pair.serve(new WebSocketTransport(), TERMS);
    InetSocketAddress blackhole =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.address().getPort());
    try (DatagramSocket swallows = new DatagramSocket(blackhole)) {
      assertThat(swallows.isBound()).isTrue();
      assertFallsBack(server);
    }
  }

  private void assertFallsBack(RpcServer server) {
    RpcClient client = pair.connect(fallback, server, TERMS);
    new Calls(pair, client).echoMany(REQUEST, 100, 4);
    assertThat(client.negotiated()).containsEntry("fallback.used", "websocket");
    int costMillis = Integer.parseInt(client.negotiated().get("fallback.cost.millis"));
    assertThat(costMillis).isBetween(FallbackTransport.UDP_PATIENCE_MILLIS, 10_000);
    // The attempt that nobody answered, and the one that is used.
    assertThat(client.connectionsOpened()).isEqualTo(2);
    assertThat(fallback.connections(4)).isEqualTo(2);
    pair.await(client.close(), "client closed");
    pair.close(server);
  }

  @Test
  void needsNoTcpWhereUdpIsAnswered() {
    RpcServer server = pair.serve(new WebTransportTransport(), TERMS);
    RpcClient client = pair.connect(fallback, server, TERMS);
    new Calls(pair, client).echoMany(REQUEST, 10, 1);
    pair.await(client.close(), "client closed");
    pair.close(server);
  }
}
