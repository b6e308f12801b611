package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.TlsVersion;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.proto.Request;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How connections begin, as both ends tell it. */
class HandshakeIT {
  private static final String OF = "dev.transportbench.transport.EquivalenceIT#";
  private static final Request ECHO =
      Request.newBuilder().setMethod(RpcService.ECHO).setPayload(Payloads.bytes(1000)).build();

  static Stream<Named<Transport>> resuming() {
    return offering(Handshake.RESUMED);
  }

  static Stream<Named<Transport>> early() {
    return offering(Handshake.EARLY_DATA);
  }

  private static Stream<Named<Transport>> offering(Handshake handshake) {
    return EquivalenceIT.encrypted()
        .filter(found -> found.getPayload().handshakes().contains(handshake));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(OF + "encrypted")
  void isFullEachTimeUnlessAskedOtherwise(Transport transport) {
    assertThat(handshakes(transport, Terms.standard(2), 3)).containsExactly("full", "full", "full");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("resuming")
  void resumesByTicketFromTheSecondConnectionOn(Transport transport) {
    Terms terms = Terms.standard(2).withHandshake(Handshake.RESUMED);
    assertThat(handshakes(transport, terms, 3)).containsExactly("full", "resumed", "resumed");
    if (transport.traits().contains(Trait.TLS_VERSIONS)) {
      assertThat(handshakes(transport, terms.withTlsVersion(TlsVersion.TLS_1_2), 3))
          .containsExactly("full", "resumed", "resumed");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("early")
  void sendsTheFirstCallBeforeTheHandshakeIsDone(Transport transport) {
    Terms terms = Terms.standard(2).withHandshake(Handshake.EARLY_DATA);
    assertThat(handshakes(transport, terms, 3)).containsExactly("full", "early-data", "early-data");
  }

  /** Connects, calls and closes, one after the other; what both ends say of each connection. */
  private static String[] handshakes(Transport transport, Terms terms, int connections) {
    String[] told = new String[connections];
    try (Pair pair = new Pair()) {
      RpcServer server = pair.serve(transport, terms);
      for (int i = 0; i < connections; i++) {
        RpcClient client = pair.connect(transport, server, terms);
        Calls calls = new Calls(pair, client);
        assertThat(calls.call(ECHO).getPayload()).isEqualTo(ECHO.getPayload());
        calls.echoMany(ECHO, 10, 2);
        told[i] = client.negotiated().get("tls.handshake");
        assertThat(client.negotiated().get("tls.version")).isEqualTo(terms.tlsVersion().protocol());
        Map<String, String> ofServer = pair.fromServer(server::negotiated);
        assertThat(ofServer).containsEntry("tls.version", terms.tlsVersion().protocol());
        if (told[i].equals("early-data")) {
          // A server that reads the handshake's first packet and the call in one go keeps the call
          // until the handshake is done; how long it takes otherwise is for RoundTripsIT.
          assertThat(ofServer.get("tls.handshake")).isIn("early-data");
        } else {
          assertThat(ofServer).containsEntry("tls.handshake", told[i]);
        }
        pair.await(client.close(), "client closed");
      }
      pair.close(server);
    }
    return told;
  }
}
