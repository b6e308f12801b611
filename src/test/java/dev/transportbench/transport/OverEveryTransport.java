package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import dev.transportbench.rpc.proto.Request;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;

/** What the tests over every transport have in common. */
abstract class OverEveryTransport {
  static final int CONCURRENCY = 64;
  static final Terms TERMS = Terms.standard(CONCURRENCY);

  Pair pair;

  static Stream<Named<Transport>> transports() {
    return those(any -> true);
  }

  /** The ones with a socket, and so with a peer that can fail. */
  static Stream<Named<Transport>> withPeers() {
    return those(each -> !each.traits().contains(Trait.IN_MEMORY));
  }

  /** The ones that carry messages longer than a packet. */
  static Stream<Named<Transport>> withLongMessages() {
    return those(
        each -> !each.traits().contains(Trait.IN_MEMORY) && each.traits().contains(Trait.RELIABLE));
  }

  /** Those that carry messages of any size, and lose none. */
  static Stream<Named<Transport>> reliable() {
    return those(each -> each.traits().contains(Trait.RELIABLE));
  }

  static Stream<Named<Transport>> reliableWithPeers() {
    return those(
        each -> each.traits().contains(Trait.RELIABLE) && !each.traits().contains(Trait.IN_MEMORY));
  }

  static Stream<Named<Transport>> encrypted() {
    return those(each -> each.traits().contains(Trait.ENCRYPTED));
  }

  /** Over UDP, where nobody listens there is only silence. */
  static Stream<Named<Transport>> refusedByPort() {
    return those(
        each -> !each.traits().contains(Trait.IN_MEMORY) && !each.traits().contains(Trait.UDP));
  }

  static Stream<Named<Transport>> those(Predicate<Transport> wanted) {
    return Transports.all().values().stream()
        // Once connected it is http3, by the same classes; AltSvcIT has how it gets there.
        .filter(each -> !each.name().equals("http3-alt-svc"))
        .filter(wanted)
        .map(each -> Named.of(each.name(), each));
  }

  @BeforeAll
  static void listenToTheLeakDetector() throws ReflectiveOperationException {
    Leaks.listen();
  }

  @AfterAll
  static void leaveTheLeakDetector() {
    Leaks.stop();
  }

  @BeforeEach
  void startLoops() {
    pair = newPair();
  }

  /** Over loopback, unless a test says otherwise. */
  Pair newPair() {
    return new Pair();
  }

  @AfterEach
  void stopLoopsAndFindNoLeak() throws InterruptedException {
    pair.close();
    assertThat(Leaks.reports()).isEmpty();
  }

  /** How many connections a client has opened where all goes well. */
  static int opened(Transport transport, int concurrency) {
    // It declares the one beside that it tries where UDP is not answered.
    return transport.name().equals("fallback") ? 1 : transport.connections(concurrency);
  }

  /** Without streams, an RPC is no longer than a packet. */
  static int longestPayload(Transport transport) {
    return transport.traits().contains(Trait.RELIABLE) ? RpcService.MAX_RESPONSE_BYTES : 1 << 10;
  }

  void closeBoth(RpcClient client, RpcServer server) {
    pair.await(client.close(), "client closed");
    pair.close(server);
  }

  static Request.Builder request(String method) {
    return Request.newBuilder().setMethod(method);
  }

  static Request echo(int payloadBytes) {
    return request(RpcService.ECHO).setPayload(Payloads.bytes(payloadBytes)).build();
  }
}
