package dev.transportbench.transport;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import dev.transportbench.rpc.proto.Request;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A stream's end that is sent alone can get lost in the codec, and the RPC then hangs within some
 * tens of calls. Many calls without a hang show that ours go with the last bytes.
 */
class QuicSoakIT {
  private static final int CALLS = 10_000;

  static Stream<Arguments> udpTransportsAndInFlight() {
    return Transports.all().values().stream()
        .filter(transport -> transport.traits().contains(Trait.UDP))
        .flatMap(
            transport ->
                Stream.of(1, 32).map(inFlight -> Arguments.of(transport.name(), inFlight)));
  }

  @ParameterizedTest(name = "{0}, {1} in flight")
  @MethodSource("udpTransportsAndInFlight")
  void answersEveryOneOfManyCalls(String name, int inFlight) {
    Transport transport = Transports.named(name);
    Terms terms = Terms.standard(inFlight);
    Request request =
        Request.newBuilder().setMethod(RpcService.ECHO).setPayload(Payloads.bytes(1024)).build();
    try (Pair pair = new Pair()) {
      RpcServer server = pair.serve(transport, terms);
      RpcClient client = pair.connect(transport, server, terms);
      new Calls(pair, client).echoMany(request, CALLS, inFlight);
      pair.await(client.close(), "client closed");
      pair.close(server);
    }
  }
}
