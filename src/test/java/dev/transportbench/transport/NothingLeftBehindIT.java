package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many calls, connections and servers of every transport leave no buffer, descriptor or thread. */
class NothingLeftBehindIT extends OverEveryTransport {
  private static final int ROUNDS = 15;

  /** For tests of many connections: a transport may open one for each call in flight. */
  private static final Terms FEW = Terms.standard(4);

  @ParameterizedTest(name = "{0}")
  @MethodSource("transports")
  void answersTenThousandInARow(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Calls calls = new Calls(pair, client);
    calls.echoMany(echo(100), 10_000, 1);
    // On loopback nothing is lost but by a machine that stands still for a while.
    assertThat(calls.lost()).isLessThanOrEqualTo(10);
    closeBoth(client, server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transports")
  void leavesNothingBehindAfterManyConnections(Transport transport) throws Exception {
    RpcServer server = pair.serve(transport, FEW);
    connectCallClose(transport, server);
    long descriptors = Leaks.descriptors();
    long threads = Leaks.threads();
    for (int round = 0; round < ROUNDS; round++) {
      connectCallClose(transport, server);
    }
    // The server learns of the last ones a moment later.
    pair.await(() -> descriptorsNow() <= descriptors, "the server's ends closed");
    assertThat(Leaks.threads()).isLessThanOrEqualTo(threads);
    assertThat(pair.fromServer(server::connectionsAccepted))
        .isEqualTo((ROUNDS + 1) * opened(transport, FEW.concurrency()));
    pair.close(server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transports")
  void leavesNothingBehindAfterManyServers(Transport transport) throws Exception {
    serveConnectCallClose(transport);
    long descriptors = Leaks.descriptors();
    long threads = Leaks.threads();
    for (int round = 0; round < ROUNDS; round++) {
      serveConnectCallClose(transport);
    }
    pair.await(() -> descriptorsNow() <= descriptors, "all sockets closed");
    assertThat(Leaks.threads()).isLessThanOrEqualTo(threads);
  }

  private void connectCallClose(Transport transport, RpcServer server) {
    RpcClient client = pair.connect(transport, server, FEW);
    new Calls(pair, client).call(echo(10));
    pair.await(client.close(), "client closed");
  }

  private void serveConnectCallClose(Transport transport) {
    RpcServer server = pair.serve(transport, FEW);
    connectCallClose(transport, server);
    pair.close(server);
  }

  private static long descriptorsNow() {
    try {
      return Leaks.descriptors();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
