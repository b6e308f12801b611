package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.proto.Error;
import dev.transportbench.rpc.proto.Response;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every transport does the same with the same calls. */
class EquivalenceIT extends OverEveryTransport {
  private static final int MANY = 256;

  @Test
  void theLeakDetectorSeesALeak() throws InterruptedException {
    Leaks.leakOne();
    assertThat(Leaks.reports()).hasSize(1);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transports")
  void echoesWhatItWasSent(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Calls calls = new Calls(pair, client);
    for (int bytes : sizes(transport, 0, 1, 100, 1 << 10, 16 << 10, 1 << 20, 4 << 20)) {
      Response response = calls.call(echo(bytes));
      assertThat(response.hasError()).isFalse();
      assertThat(response.getPayload()).as("%d bytes", bytes).isEqualTo(Payloads.bytes(bytes));
    }
    closeBoth(client, server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transports")
  void keepsManyInFlightApart(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Calls calls = new Calls(pair, client);
    for (int i = 0; i < CONCURRENCY; i++) {
      calls.start(echo(size(transport, i)));
    }
    client.flush();
    calls.awaitSettled();
    assertThat(calls.failures()).isEmpty();
    assertThat(calls.responses()).hasSize(CONCURRENCY);
    // In whatever order they came back, each got its own bytes.
    calls
        .responses()
        .forEach(
            (requestId, response) ->
                assertThat(response.getPayload())
                    .isEqualTo(Payloads.bytes(size(transport, requestId))));
    closeBoth(client, server);
  }

  private static int size(Transport transport, int requestId) {
    return requestId * 997 % (longestPayload(transport) + 1);
  }

  private static int[] sizes(Transport transport, int... payloadBytes) {
    int longest = longestPayload(transport);
    return IntStream.of(payloadBytes).filter(bytes -> bytes <= longest).toArray();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reliable")
  void keepsTheMostInFlight(Transport transport) {
    Terms terms = Terms.standard(MANY);
    RpcServer server = pair.serve(transport, terms);
    RpcClient client = pair.connect(transport, server, terms);
    Calls calls = new Calls(pair, client);
    // Each is there and back at once; the second round would find what the first spoiled.
    int bytes = 8 << 10;
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < MANY; i++) {
        calls.start(echo(bytes));
      }
      client.flush();
      calls.awaitSettled();
      assertThat(calls.failures()).isEmpty();
      assertThat(calls.responses()).hasSize(MANY);
      calls
          .responses()
          .values()
          .forEach(response -> assertThat(response.getPayload()).isEqualTo(Payloads.bytes(bytes)));
      calls.responses().clear();
    }
    closeBoth(client, server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reliableWithPeers")
  void cancelsOneOfManyAndOnlyThatOne(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Calls calls = new Calls(pair, client);
    calls.call(echo(10));
    // Before it is sent, while it is under way in pieces, and one that nothing is known of.
    int unsent = calls.start(echo(100_000));
    client.cancel(unsent);
    assertThat(calls.failures().get(unsent)).isInstanceOf(CancellationException.class);
    int[] halfway = new int[8];
    for (int i = 0; i < halfway.length; i++) {
      halfway[i] = calls.start(echo(1 << 20));
      calls.start(echo(1000 + i));
    }
    client.flush();
    pair.runOnce();
    for (int requestId : halfway) {
      client.cancel(requestId);
      client.cancel(requestId);
    }
    client.cancel(-5);
    client.flush();
    calls.awaitSettled();
    assertThat(calls.failures()).hasSize(1 + halfway.length);
    assertThat(calls.failures().values())
        .allSatisfy(cause -> assertThat(cause).isInstanceOf(CancellationException.class));
    assertThat(calls.responses()).hasSize(halfway.length);
    // Late responses are dropped, and the client goes on.
    calls.responses().clear();
    calls.failures().clear();
    calls.echoMany(echo(1000), 500, CONCURRENCY);
    int settled = calls.start(echo(1));
    client.flush();
    calls.awaitSettled();
    client.cancel(settled);
    assertThat(calls.failures()).isEmpty();
    assertThat(client.connectionsOpened()).isEqualTo(opened(transport, CONCURRENCY));
    closeBoth(client, server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transports")
  void carriesDownloadsAndTheServersErrors(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Calls calls = new Calls(pair, client);
    for (int bytes : sizes(transport, 0, 1, 70_000, RpcService.MAX_RESPONSE_BYTES)) {
      Response download = calls.call(request(RpcService.DOWNLOAD).setResponseBytes(bytes).build());
      assertThat(download.getPayload()).isEqualTo(Payloads.bytes(bytes));
    }
    assertThat(calls.call(request(RpcService.FAIL).build()).getError().getCode())
        .isEqualTo(Error.Code.INTERNAL);
    assertThat(calls.call(request("nonsense").build()).getError().getCode())
        .isEqualTo(Error.Code.UNKNOWN_METHOD);
    assertThat(
            calls
                .call(request(RpcService.DOWNLOAD).setResponseBytes(-1).build())
                .getError()
                .getCode())
        .isEqualTo(Error.Code.INVALID_ARGUMENT);
    closeBoth(client, server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withPeers")
  void failsCallsOnceAndSoonWhenThePeerVanishes(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Calls calls = new Calls(pair, client);
    calls.call(echo(10));
    // The server's loop is held until the calls are out, and closes before it reads them.
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    Future<Boolean> held =
        pair.onServer(
            () -> {
              holding.countDown();
              return sent.await(10, TimeUnit.SECONDS);
            });
    pair.await(() -> holding.getCount() == 0, "the server's loop held");
    Future<Future<Void>> closing = pair.onServer(server::close);
    for (int i = 0; i < 8; i++) {
      calls.start(echo(1000));
    }
    client.flush();
    pair.runOnce();
    sent.countDown();
    long start = System.nanoTime();
    pair.await(held, "server's loop held");
    pair.await(pair.await(closing, "close called"), "server closed");
    calls.awaitSettled();
    // More would mean that a timeout and not the end of the connection told it.
    assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
    assertThat(calls.failures()).hasSize(8);
    int late = calls.start(echo(1));
    client.flush();
    calls.awaitSettled();
    assertThat(calls.failures()).containsKey(late);
    pair.await(client.close(), "client closed");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withPeers")
  void closingFailsWhatIsInFlight(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Calls calls = new Calls(pair, client);
    for (int i = 0; i < 8; i++) {
      calls.start(echo(Math.min(1 << 20, longestPayload(transport))));
    }
    client.flush();
    pair.await(client.close(), "client closed");
    calls.awaitSettled();
    assertThat(calls.failures()).hasSize(8);
    int late = calls.start(echo(1));
    calls.awaitSettled();
    assertThat(calls.failures()).containsKey(late);
    pair.close(server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withLongMessages")
  void refusesAMessageAboveTheLimit(Transport transport) {
    Terms strict = limited(1 << 16);
    RpcServer server = pair.serve(transport, strict);
    RpcClient client = pair.connect(transport, server, strict);
    Calls calls = new Calls(pair, client);
    assertThat(calls.call(echo((1 << 16) - 100)).getPayload().size()).isEqualTo((1 << 16) - 100);
    int tooLongUp = calls.start(echo(1 << 20));
    client.flush();
    calls.awaitSettled();
    assertThat(calls.failures()).containsKey(tooLongUp);
    pair.await(client.close(), "client closed");

    RpcClient again = pair.connect(transport, server, strict);
    Calls others = new Calls(pair, again);
    int tooLongDown = others.start(request(RpcService.DOWNLOAD).setResponseBytes(1 << 20).build());
    again.flush();
    others.awaitSettled();
    assertThat(others.failures().get(tooLongDown)).hasMessageContaining("65536");
    closeBoth(again, server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transports")
  void opensTheConnectionsItDeclaresAndTellsTheSameTermsOnBothSides(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Calls calls = new Calls(pair, client);
    calls.echoMany(echo(100), 1000, CONCURRENCY);
    int opened = opened(transport, CONCURRENCY);
    assertThat(opened).isLessThanOrEqualTo(transport.connections(CONCURRENCY));
    assertThat(client.connectionsOpened()).isEqualTo(opened);
    assertThat(pair.fromServer(server::connectionsAccepted)).isEqualTo(opened);
    Map<String, String> ofClient = new TreeMap<>(client.negotiated());
    // What only the client can know.
    ofClient.remove("fallback.cost.millis");
    assertThat(ofClient).isEqualTo(pair.fromServer(server::negotiated));
    if (transport.traits().contains(Trait.ENCRYPTED)) {
      assertThat(client.negotiated())
          .containsEntry("tls.version", "TLSv1.3")
          .containsEntry("tls.suite", "TLS_AES_128_GCM_SHA256");
    }
    if (!transport.traits().contains(Trait.IN_MEMORY)) {
      assertThat(client.negotiated()).containsEntry("congestion", "cubic");
    }
    closeBoth(client, server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withPeers")
  void saysWhyItCanNotListen(Transport transport) {
    RpcServer first = pair.serve(transport, TERMS);
    int port = first.address().getPort();
    Future<RpcServer> second =
        pair.fromServer(() -> transport.serve(pair.server, port, Pair.IDENTITY, TERMS));
    pair.await(second::isDone, "second server refused");
    assertThat(second.cause()).isNotNull();
    pair.close(first);
  }

  private static Terms limited(int maxMessageBytes) {
    return TERMS.withMaxMessageBytes(maxMessageBytes);
  }
}
