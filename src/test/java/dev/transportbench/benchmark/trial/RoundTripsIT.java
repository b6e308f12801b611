package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Backend;
import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.Links;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.TlsVersion;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.channel.IoEventLoop;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many round trips pass from the first packet to the first response, on a link whose delay is
 * so long that all else is small beside it.
 */
@Tag("slow")
class RoundTripsIT {
  private static final int RTT_MILLIS = 120;
  private static final String PROFILE = "netem:delay 60ms";

  @ParameterizedTest
  @CsvSource({
    // connect, call
    "tcp, TLS_1_3, FULL, full, 2",
    // connect, handshake, call
    "tls, TLS_1_3, FULL, full, 3",
    "tls, TLS_1_3, RESUMED, resumed, 3",
    "tls, TLS_1_2, FULL, full, 4",
    "tls, TLS_1_2, RESUMED, resumed, 3",
    // handshake, call
    "quic, TLS_1_3, FULL, full, 2",
    "quic-incubator, TLS_1_3, FULL, full, 2",
    "http3, TLS_1_3, FULL, full, 2",
    "quic, TLS_1_3, RESUMED, resumed, 2",
    "http3, TLS_1_3, RESUMED, resumed, 2",
    // call
    "quic, TLS_1_3, EARLY_DATA, early-data, 1",
    "quic-incubator, TLS_1_3, EARLY_DATA, early-data, 1",
  })
  void areAsTheProtocolsSay(
      String name, TlsVersion version, Handshake mode, String told, int roundTrips)
      throws Exception {
    Terms terms = Terms.standard(1).withTlsVersion(version).withHandshake(mode);
    Measured last = run(Transports.named(name), terms);
    if (!name.equals("tcp")) {
      assertThat(last.ofClient).isEqualTo(told);
      assertThat(last.ofServer).isEqualTo(told);
    }
    // The link makes it no shorter; a busy machine may make it longer.
    assertThat(last.millis).isGreaterThanOrEqualTo(roundTrips * (double) RTT_MILLIS);
    assertThat(last.millis).isLessThan((roundTrips + 0.9) * RTT_MILLIS);
  }

  private record Measured(double millis, String ofClient, String ofServer) {}

  /** The first connection brings the code and a ticket; of three more the quickest counts. */
  private static Measured run(Transport transport, Terms terms) throws Exception {
    try (Link link = Links.open(LinkProfiles.load(PROFILE), Backend.TUN, 1);
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
        Future<Future<RpcServer>> serving =
            serverLoop.submit(() -> transport.serve(serverSide, 0, identity, terms));
        RpcServer server = serving.syncUninterruptibly().getNow().syncUninterruptibly().getNow();
        List<Measured> measured = new ArrayList<>();
        connectAndCall(loop, transport, clientSide, server, serverLoop, identity, terms);
        link.impair();
        for (int i = 0; i < 3; i++) {
          measured.add(
              connectAndCall(loop, transport, clientSide, server, serverLoop, identity, terms));
        }
        serverLoop.submit(server::close).syncUninterruptibly().getNow().awaitUninterruptibly();
        measured.sort((a, b) -> Double.compare(a.millis, b.millis));
        return measured.get(0);
      } finally {
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        while (!loop.isTerminated()) {
          loop.runNow();
        }
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      }
    }
  }

  private static Measured connectAndCall(
      ManualIoEventLoop loop,
      Transport transport,
      Side side,
      RpcServer server,
      IoEventLoop serverLoop,
      Identity identity,
      Terms terms) {
    long start = System.nanoTime();
    RpcClient client = await(loop, transport.connect(side, server.address(), identity, terms));
    Answered answered = new Answered();
    client.call(
        1,
        Request.newBuilder().setMethod(RpcService.ECHO).setPayload(Payloads.bytes(100)).build(),
        answered);
    client.flush();
    while (!answered.done) {
      loop.run(TimeUnit.MILLISECONDS.toNanos(10));
    }
    double millis = (System.nanoTime() - start) / 1e6;
    // Tickets and the end of a handshake may come after the first response.
    long rest = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RTT_MILLIS + 20);
    while (System.nanoTime() < rest) {
      loop.run(TimeUnit.MILLISECONDS.toNanos(10));
    }
    String ofClient = client.negotiated().get("tls.handshake");
    String ofServer =
        serverLoop.submit(server::negotiated).syncUninterruptibly().getNow().get("tls.handshake");
    await(loop, client.close());
    return new Measured(millis, ofClient, ofServer);
  }

  private static <T> T await(ManualIoEventLoop loop, Future<T> future) {
    while (!future.isDone()) {
      loop.run(TimeUnit.MILLISECONDS.toNanos(10));
    }
    return future.syncUninterruptibly().getNow();
  }

  private static final class Answered implements RpcClient.ResponseHandler {
    private boolean done;

    @Override
    public void onResponse(int requestId, Response response) {
      done = true;
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      throw new AssertionError(cause);
    }
  }
}
