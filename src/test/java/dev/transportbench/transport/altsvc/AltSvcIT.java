package dev.transportbench.transport.altsvc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.Calls;
import dev.transportbench.transport.Pair;
import dev.transportbench.transport.http2.Http2Transport;
import dev.transportbench.transport.http3.Http3Transport;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AltSvcIT {
  private static final Terms TERMS = Terms.standard(4);
  private static final Request REQUEST =
      Request.newBuilder().setMethod(RpcService.ECHO).setPayload(Payloads.bytes(1000)).build();

  private final Pair pair = new Pair();
  private final AltSvcTransport transport = new AltSvcTransport();

  @AfterEach
  void stop() {
    pair.close();
  }

  @Test
  void asksOnceOverHttp2AndThenOverHttp3() {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    new Calls(pair, client).echoMany(REQUEST, 100, 4);

    // Both ends are on QUIC: TCP's congestion control would be read from the socket.
    assertThat(client.negotiated()).containsEntry("congestion.from", "setting");
    assertThat(client.negotiated()).isEqualTo(pair.fromServer(server::negotiated));
    assertThat(client.connectionsOpened()).isEqualTo(transport.connections(4)).isEqualTo(2);
    assertThat(pair.fromServer(server::connectionsAccepted)).isEqualTo(2);
    pair.await(client.close(), "client closed");

    RpcClient another = pair.connect(transport, server, TERMS);
    new Calls(pair, another).echoMany(REQUEST, 1, 1);
    pair.await(another.discard(), "client discarded");
    pair.close(server);
  }

  @Test
  void servesClientsThatSpeakEitherAlone() {
    RpcServer server = pair.serve(transport, TERMS);
    for (Transport alone : new Transport[] {new Http2Transport(), new Http3Transport()}) {
      RpcClient client = pair.connect(alone, server, TERMS);
      new Calls(pair, client).echoMany(REQUEST, 10, 2);
      pair.await(client.close(), "client closed");
    }
    pair.close(server);
  }

  @Test
  void saysThatAServerNamesNoAlternative() {
    RpcServer server = pair.serve(new Http2Transport(), TERMS);
    Future<RpcClient> connecting =
        transport.connect(pair.client, server.address(), Pair.IDENTITY, TERMS);
    pair.await(connecting::isDone, "connecting failed");
    assertThat(connecting.cause()).hasMessage("response: no field alt-svc");
    pair.close(server);
  }

  @Test
  void saysWhyItCanNotConnect() {
    RpcServer server = pair.serve(transport, TERMS);
    InetSocketAddress address = server.address();
    pair.close(server);
    Future<RpcClient> connecting = transport.connect(pair.client, address, Pair.IDENTITY, TERMS);
    pair.await(connecting::isDone, "connecting failed");
    assertThat(connecting.cause()).hasMessageContaining("refused");
  }
}
