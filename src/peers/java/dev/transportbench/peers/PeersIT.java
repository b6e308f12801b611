package dev.transportbench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transports;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every peer answers what the benchmark asks of it, over no more connections than it declares. */
class PeersIT {
  private static final int RPCS = 1_000;
  private static final int PAYLOAD_BYTES = 1_024;

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());

  static Stream<Arguments> peers() {
    return Transports.all().values().stream()
        .filter(PeerTransport.class::isInstance)
        .map(PeerTransport.class::cast)
        .flatMap(
            peer -> Stream.of(1, 32).map(concurrency -> Arguments.of(peer.name(), concurrency)));
  }

  @ParameterizedTest(name = "{0}, {1} in flight")
  @MethodSource("peers")
  @Timeout(90)
  void completesVerifiedRpcs(String name, int concurrency) throws Exception {
    PeerTransport peer = (PeerTransport) Transports.named(name);
    Identity identity = Identity.selfSigned();
    Terms terms = Terms.standard(concurrency);
    Side serverSide = side(Role.SERVER);
    Side clientSide = side(Role.CLIENT);
    RpcServer server = on(serverSide, () -> peer.serve(serverSide, 0, identity, terms)).get();
    PeerClient client =
        (PeerClient)
            on(clientSide, () -> peer.connect(clientSide, server.address(), identity, terms)).get();
    try {
      PeerDriver driver = new PeerDriver(client, PAYLOAD_BYTES, concurrency);
      driver.complete(RPCS);

      assertThat(driver.completed()).isBetween((long) RPCS, (long) RPCS + 4_096 * 256);
      assertThat(driver.times().get(Series.LATENCY).getTotalCount()).isEqualTo(driver.completed());
      assertThat(driver.failed()).isZero();
      assertThat(server.connectionsAccepted()).isBetween(1, peer.connections(concurrency));
    } finally {
      client.close();
      server.close();
    }
  }

  /** One that answers with other bytes must not pass. */
  @ParameterizedTest
  @MethodSource("wrongAnswers")
  void wrongBytesFail(int flippedByte) {
    PeerClient wrong = new WrongClient(side(Role.CLIENT), flippedByte);
    PeerDriver driver = new PeerDriver(wrong, PAYLOAD_BYTES, 1);

    org.assertj.core.api.Assertions.assertThatThrownBy(() -> driver.complete(1))
        .hasMessageContaining("response");
    assertThat(driver.completed()).isZero();
  }

  static List<Integer> wrongAnswers() {
    return List.of(0, PAYLOAD_BYTES - 1);
  }

  @AfterEach
  void stopLoops() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private Side side(Role role) {
    EventLoop loop = loops.next();
    return new Side(role, (IoEventLoop) loop, Io.NIO, InetAddress.getLoopbackAddress());
  }

  private static <T> T on(Side side, Callable<T> task) throws Exception {
    return side.loop().submit(task).sync().getNow();
  }
}
