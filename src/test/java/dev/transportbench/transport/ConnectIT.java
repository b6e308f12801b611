package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.proto.Request;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What keeps a connection from being opened, and that the reason is told. */
class ConnectIT {
  private static final String OF = "dev.transportbench.transport.EquivalenceIT#";
  private static final Terms TERMS = Terms.standard(1);

  @ParameterizedTest(name = "{0}")
  @MethodSource(OF + "encrypted")
  void trustsNoOtherCertificate(Transport transport) {
    assertRefused(transport, Identity.selfSigned());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(OF + "encrypted")
  void wantsTheCertificateToNameTheHost(Transport transport) {
    Identity same = Pair.IDENTITY;
    assertRefused(transport, new Identity("other.test", same.key(), same.certificate()));
  }

  private static void assertRefused(Transport transport, Identity expected) {
    try (Pair pair = new Pair()) {
      RpcServer server = pair.serve(transport, TERMS);
      Future<RpcClient> client = transport.connect(pair.client, server.address(), expected, TERMS);
      pair.await(client::isDone, "connection refused");
      assertThat(client.cause()).isNotNull();
      pair.close(server);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(OF + "withPeers")
  void saysWhenACongestionControlIsNotToBeHad(Transport transport) {
    Terms odd = TERMS.withCongestion("nonsense");
    try (Pair pair = new Pair()) {
      RpcServer server = pair.serve(transport, TERMS);
      Future<RpcClient> client =
          transport.connect(pair.client, server.address(), Pair.IDENTITY, odd);
      pair.await(client::isDone, "client refused");
      assertThat(client.cause()).hasMessageStartingWith("congestion: 'nonsense'");
      Future<RpcServer> second =
          pair.fromServer(() -> transport.serve(pair.server, 0, Pair.IDENTITY, odd));
      pair.await(second::isDone, "server refused");
      assertThat(second.cause()).hasMessageStartingWith("congestion: 'nonsense'");
      pair.close(server);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(OF + "refusedByPort")
  void failsSoonWhereNobodyListens(Transport transport) {
    try (Pair pair = new Pair()) {
      RpcServer server = pair.serve(transport, TERMS);
      pair.close(server);
      Future<RpcClient> client =
          transport.connect(pair.client, server.address(), Pair.IDENTITY, TERMS);
      pair.await(client::isDone, "connection refused");
      assertThat(client.cause()).hasMessageContaining("refused");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(OF + "transports")
  void worksOnNioToo(Transport transport) {
    try (Pair pair = new Pair(Io.NIO)) {
      RpcServer server = pair.serve(transport, TERMS);
      RpcClient client = pair.connect(transport, server, TERMS);
      boolean streams = transport.traits().contains(Trait.RELIABLE);
      Request request =
          Request.newBuilder()
              .setMethod(RpcService.ECHO)
              .setPayload(Payloads.bytes(streams ? 100_000 : 1000))
              .build();
      assertThat(new Calls(pair, client).call(request).getPayload())
          .isEqualTo(request.getPayload());
      assertThat(client.negotiated()).containsAllEntriesOf(pair.fromServer(server::negotiated));
      pair.await(client.close(), "client closed");
      pair.close(server);
    }
  }
}
