package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Backend;
import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.Links;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.channel.IoEventLoop;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A sparse load over a lossy link: with nothing behind a lost packet, its repair is left to the
 * transport's loss timer, and the two families' timers differ.
 *
 * <p>TCP (Linux): tail loss probe after 2·SRTT + 200 ms for the peer's delayed ACK: about 260 ms
 * here. QUIC (RFC 9002 section 6.2): SRTT + max(4·rttvar, 1 ms) + max_ack_delay (25 ms), then a
 * round trip: about 85 to 95 ms.
 */
@Tag("slow")
class SparseLossIT {
  private static final int CONNECTIONS = 100;
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long SECONDS = 40;

  @ParameterizedTest
  @CsvSource({"tls, 60, 250, 280", "quic, 50, 80, 110"})
  void aLostPacketCostsTheTransportsOwnLossTimer(
      String transport, long lossAboveMillis, double fromMillis, double toMillis) throws Exception {
    long[] micros = run(Transports.named(transport));
    Arrays.sort(micros);
    long[] lossy =
        Arrays.stream(micros).filter(latency -> latency > lossAboveMillis * 1000).toArray();

    double share = (double) lossy.length / micros.length;
    System.out.printf(
        "%s: n %d, p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms; above %d ms: %.2f %%, median %.1f ms%n",
        transport,
        micros.length,
        micros[micros.length / 2] / 1e3,
        micros[micros.length * 99 / 100] / 1e3,
        micros[micros.length * 999 / 1000] / 1e3,
        lossAboveMillis,
        100 * share,
        lossy[lossy.length / 2] / 1e3);
    assertThat(micros.length).isGreaterThan((int) (CONNECTIONS * SECONDS * 2 * 0.95));
    assertThat(micros[micros.length / 2] / 1e3).isBetween(30.0, 34.0);
    // .5 % each way; the bounds are wide enough for any seed.
    assertThat(share).isBetween(0.004, 0.025);
    assertThat(lossy[lossy.length / 2] / 1e3).isBetween(fromMillis, toMillis);
  }

  private static long[] run(Transport transport) throws Exception {
    try (Link link = Links.open(LinkProfiles.load("cellular-firefly"), Backend.TUN, 7);
        Link.Entry entry = link.enter(End.CLIENT)) {
      MultiThreadIoEventLoopGroup group =
          new MultiThreadIoEventLoopGroup(
              1,
              link.threadFactory(End.SERVER, Role.SERVER.threadPrefix()),
              Io.EPOLL.handlerFactory());
      ManualIoEventLoop loop =
          new ManualIoEventLoop(Thread.currentThread(), Io.EPOLL.handlerFactory());
      try {
        IoEventLoop serverLoop = group.next();
        Side serverSide = new Side(Role.SERVER, serverLoop, Io.EPOLL, link.address(End.SERVER));
        Side clientSide = new Side(Role.CLIENT, loop, Io.EPOLL, link.address(End.CLIENT));
        Identity identity = Identity.selfSigned();
        Terms terms = Terms.standard(1);
        Future<Future<RpcServer>> serving =
            serverLoop.submit(() -> transport.serve(serverSide, 0, identity, terms));
        RpcServer server = serving.syncUninterruptibly().getNow().syncUninterruptibly().getNow();
        List<RpcClient> clients = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
          clients.add(
              await(loop, transport.connect(clientSide, server.address(), identity, terms)));
        }
        link.impair();
        SparseLoad load = new SparseLoad(loop, clients);
        load.run();
        assertThat(load.failures).isEmpty();
        for (RpcClient client : clients) {
          await(loop, client.close());
        }
        serverLoop.submit(server::close).syncUninterruptibly().getNow().awaitUninterruptibly();
        return load.latenciesMicros.stream().mapToLong(Long::longValue).toArray();
      } finally {
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        while (!loop.isTerminated()) {
          loop.runNow();
        }
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      }
    }
  }

  private static <T> T await(ManualIoEventLoop loop, Future<T> future) {
    while (!future.isDone()) {
      loop.run(TimeUnit.MILLISECONDS.toNanos(10));
    }
    return future.syncUninterruptibly().getNow();
  }

  /** One RPC on each connection every period, the connections spread over it. */
  private static final class SparseLoad implements RpcClient.ResponseHandler {
    private static final Request REQUEST =
        Request.newBuilder().setMethod(RpcService.ECHO).setPayload(Payloads.bytes(256)).build();

    private final ManualIoEventLoop loop;
    private final List<RpcClient> clients;
    private final List<Long> latenciesMicros = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final long[] sentNanos = new long[1 << 17];
    private int nextId;
    private int inFlight;

    SparseLoad(ManualIoEventLoop loop, List<RpcClient> clients) {
      this.loop = loop;
      this.clients = clients;
    }

    void run() {
      List<Future<?>> schedules = new ArrayList<>();
      for (int i = 0; i < clients.size(); i++) {
        RpcClient client = clients.get(i);
        schedules.add(
            loop.scheduleAtFixedRate(
                () -> send(client),
                PERIOD_NANOS * i / clients.size(),
                PERIOD_NANOS,
                TimeUnit.NANOSECONDS));
      }
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      while (System.nanoTime() < end) {
        loop.run(0);
      }
      schedules.forEach(schedule -> schedule.cancel(false));
      long drainEnd = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (inFlight > 0 && System.nanoTime() < drainEnd) {
        loop.run(TimeUnit.MILLISECONDS.toNanos(10));
      }
      assertThat(inFlight).isZero();
    }

    private void send(RpcClient client) {
      int id = ++nextId;
      inFlight++;
      sentNanos[id] = System.nanoTime();
      client.call(id, REQUEST, this);
      client.flush();
    }

    @Override
    public void onResponse(int requestId, Response response) {
      inFlight--;
      latenciesMicros.add((System.nanoTime() - sentNanos[requestId]) / 1000);
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      inFlight--;
      failures.add(cause);
    }
  }
}
