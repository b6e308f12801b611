package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Backend;
import dev.transportbench.link.Link;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.Links;
import dev.transportbench.link.NeedsLink;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every transport, over a link that loses, overtakes and corrupts packets. */
class ImpairedEquivalenceIT extends OverEveryTransport {
  private static final String IMPAIRMENT = "netem:delay 5ms loss 5% corrupt 2% reorder 10%";
  private static final int IN_FLIGHT = 16;
  private static final int ROUNDS = 4;

  private static Link link;

  @BeforeAll
  static void bringTheLinkUp() throws IOException {
    NeedsLink.on(Backend.TUN);
    link = Links.open(LinkProfiles.load(IMPAIRMENT), Backend.TUN, 1);
    link.impair();
  }

  @AfterAll
  static void theLinkDidWhatItWasTold() throws IOException {
    if (link == null) {
      return;
    }
    Map<String, Object> measured = link.evidence().measured();
    link.close();
    for (String direction : new String[] {"up", "down"}) {
      Map<?, ?> lane = (Map<?, ?>) measured.get(direction);
      for (String figure : new String[] {"lost", "corrupted", "outOfOrder"}) {
        assertThat(((Number) lane.get(figure)).longValue())
            .as(direction + " " + figure)
            .isGreaterThan(20);
      }
    }
  }

  @Override
  Pair newPair() {
    return new Pair(link);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withPeers")
  void losesNothingAndDeliversNothingWrong(Transport transport) {
    Terms terms = Terms.standard(IN_FLIGHT);
    RpcServer server = pair.serve(transport, terms);
    RpcClient client = pair.connect(transport, server, terms);
    Calls calls = new Calls(pair, client);
    for (int round = 0; round < ROUNDS; round++) {
      int first = round * IN_FLIGHT;
      for (int i = 0; i < IN_FLIGHT; i++) {
        calls.start(echo(size(transport, first + i)));
      }
      client.flush();
      calls.awaitSettled();
    }
    assertThat(calls.failures()).isEmpty();
    assertThat(calls.responses()).hasSize(ROUNDS * IN_FLIGHT);
    calls
        .responses()
        .forEach(
            (requestId, response) ->
                assertThat(response.getPayload())
                    .isEqualTo(Payloads.bytes(size(transport, requestId))));
    if (transport.traits().contains(Trait.RELIABLE)) {
      assertThat(calls.lost()).isZero();
    } else {
      // Of 96 RPCs two packets each: that none is lost has a chance of one in ten thousand.
      assertThat(calls.lost()).isPositive();
    }
    closeBoth(client, server);
  }

  /** From nothing to more than a dozen packets, and no longer than a transport carries. */
  private static int size(Transport transport, int requestId) {
    return requestId * 997 % (Math.min(20_000, longestPayload(transport)) + 1);
  }
}
