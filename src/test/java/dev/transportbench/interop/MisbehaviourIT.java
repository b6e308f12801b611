package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transports;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.netty.util.internal.PlatformDependent;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each server under peers that send garbage, begin and don't go on, ask and don't read, or open and
 * reset: it stays up, its buffers stay bounded, and a good client that comes meanwhile, and one
 * that comes afterwards, gets 50 of 50 RPCs.
 */
class MisbehaviourIT {
  private static final int GOOD_CALLS = 50;

  /** Far below what the attacks ask for, which is many GB; the JVM's limit is 1 GiB. */
  private static final long MAX_DIRECT_BYTES = 400L << 20;

  private final AtomicLong peakDirectBytes = new AtomicLong();

  @ParameterizedTest
  @ValueSource(
      strings = {"tcp", "tls", "http1", "http2", "http3", "websocket", "webtransport", "quic"})
  @Timeout(60)
  void aGoodClientIsServedAmongBadOnes(String transport) throws Exception {
    attack(transport, 1, 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tcp", "tls", "http1", "http2", "http3", "websocket", "webtransport", "quic"})
  @Timeout(1200)
  @Tag("slow")
  void aGoodClientIsServedAmongBadOnesForLong(String transport) throws Exception {
    for (int round = 0; round < 20; round++) {
      attack(transport, 3, round);
    }
  }

  private void attack(String transport, int times, long seed) throws Exception {
    long before = PlatformDependent.usedDirectMemory();
    Thread watch = watchMemory();
    try (OurServer server = new OurServer(transport)) {
      try (Attacks attacks = new Attacks(server.port(), seed)) {
        for (int i = 0; i < times; i++) {
          attack(transport, attacks, server);
        }
        assertThat(good(transport, server)).as("RPCs among attacks").isEqualTo(GOOD_CALLS);
      }
      assertThat(good(transport, server)).as("RPCs after attacks").isEqualTo(GOOD_CALLS);
    } finally {
      watch.interrupt();
      watch.join();
    }
    assertThat(peakDirectBytes.get() - before).as("bytes of buffers").isLessThan(MAX_DIRECT_BYTES);
  }

  private Thread watchMemory() {
    Thread watch =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                peakDirectBytes.accumulateAndGet(PlatformDependent.usedDirectMemory(), Math::max);
                try {
                  Thread.sleep(5);
                } catch (InterruptedException e) {
                  return;
                }
              }
            });
    watch.setDaemon(true);
    watch.start();
    return watch;
  }

  private static void attack(String transport, Attacks attacks, OurServer server) throws Exception {
    switch (transport) {
      case "tcp" -> {
        attacks.garbageByTcp(40);
        attacks.halfOpen(200, Attacks.announced());
        attacks.slowReader(Attacks.delimitedDownload(), 20_000);
        attacks.slowReader(Attacks.delimitedDownload(), 20_000);
      }
      case "tls" -> {
        attacks.garbageByTcp(40);
        attacks.garbageByTls(10, "", new byte[0]);
        attacks.halfOpen(200, new byte[] {22, 3, 1, 0, 100, 1});
        attacks.halfOpenTls(40, "", Attacks.announced());
        attacks.slowReaderTls("", new byte[0], Attacks.delimitedDownload(), 20_000);
      }
      case "http1" -> {
        attacks.garbageByTcp(40);
        attacks.garbageByTls(10, "http/1.1", new byte[0]);
        attacks.garbageByTls(
            5,
            "http/1.1",
            "POST /rpc HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n".getBytes());
        attacks.halfOpen(200, new byte[] {22, 3, 1, 0, 100, 1});
        attacks.halfOpenTls(
            40, "http/1.1", "POST /echo HTTP/1.1\r\nContent-Length: 8000000\r\n\r\nx".getBytes());
        attacks.slowReaderTls("http/1.1", new byte[0], Attacks.http1Download(), 20_000);
      }
      case "http2" -> {
        attacks.garbageByTcp(40);
        attacks.garbageByTls(10, "h2", new byte[0]);
        attacks.garbageByTls(10, "h2", Attacks.http2Start());
        attacks.halfOpen(200, new byte[] {22, 3, 1, 0, 100, 1});
        attacks.halfOpenTls(20, "h2", Attacks.http2Start());
        attacks.slowReaderTls("h2", Attacks.http2Start(), Attacks.http2Requests(100, false), 1);
        attacks.slowReaderTls("h2", Attacks.http2Start(), Attacks.http2Requests(20_000, true), 1);
        cancelStorm(transport, server);
      }
      case "websocket" -> {
        attacks.garbageByTcp(40);
        attacks.garbageByTls(10, "http/1.1", new byte[0]);
        attacks.garbageByTls(10, "http/1.1", Attacks.upgrade("/rpc"));
        attacks.garbageByTls(10, "http/1.1", Attacks.upgrade("/echo"));
        attacks.halfOpen(200, new byte[] {22, 3, 1, 0, 100, 1});
        attacks.halfOpenTls(40, "http/1.1", Attacks.upgrade("/rpc"));
        attacks.slowReaderTls(
            "http/1.1", Attacks.upgrade("/rpc"), Attacks.webSocketDownload(), 20_000);
      }
      default -> {
        attacks.garbageByUdp(3_000);
        halfOpenQuic(transport, server);
        cancelStorm(transport, server);
      }
    }
  }

  /** Real first packets, each of a connection of its own, whose clients never answer. */
  private static void halfOpenQuic(String transport, OurServer server) throws Exception {
    int connections = 50;
    try (Client client = new Client();
        DatagramSocket sink = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < connections; i++) {
        client.connectAsync(transport, sink.getLocalPort());
      }
      DatagramPacket packet = new DatagramPacket(new byte[1500], 1500);
      InetSocketAddress to = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      sink.setSoTimeout(2000);
      for (int i = 0; i < connections; i++) {
        packet.setLength(1500);
        sink.receive(packet);
        sink.send(new DatagramPacket(packet.getData(), packet.getLength(), to));
      }
    }
  }

  /** Asks for much on as many streams as the server allows, and takes each back at once. */
  private static void cancelStorm(String transport, OurServer server) throws Exception {
    Request download =
        Request.newBuilder()
            .setMethod(RpcService.DOWNLOAD)
            .setResponseBytes(RpcService.MAX_RESPONSE_BYTES)
            .build();
    try (Client client = new Client()) {
      RpcClient rpc = client.connect(transport, server.port());
      for (int burst = 0; burst < 20; burst++) {
        int first = burst * 50;
        client
            .side
            .loop()
            .submit(
                () -> {
                  for (int id = first; id < first + 50; id++) {
                    rpc.call(id, download, new Count());
                  }
                  rpc.flush();
                  for (int id = first; id < first + 50; id++) {
                    rpc.cancel(id);
                  }
                })
            .sync();
        Thread.sleep(5);
      }
      client.side.loop().submit(rpc::close).sync().getNow().await(5, TimeUnit.SECONDS);
    }
  }

  private static int good(String transport, OurServer server) throws Exception {
    Request echo =
        Request.newBuilder().setMethod(RpcService.ECHO).setPayload(Payloads.bytes(100_000)).build();
    Count count = new Count();
    try (Client client = new Client()) {
      RpcClient rpc = client.connect(transport, server.port());
      client
          .side
          .loop()
          .submit(
              () -> {
                for (int id = 0; id < GOOD_CALLS; id++) {
                  rpc.call(id, echo, count);
                }
                rpc.flush();
              })
          .sync();
      for (int i = 0; i < 2000 && count.settled < GOOD_CALLS; i++) {
        Thread.sleep(10);
      }
      client.side.loop().submit(rpc::close).sync().getNow().await(5, TimeUnit.SECONDS);
    }
    return count.good;
  }

  private static final class Count implements RpcClient.ResponseHandler {
    private volatile int settled;
    private volatile int good;

    @Override
    public void onResponse(int requestId, Response response) {
      if (response.getPayload().equals(Payloads.bytes(100_000))) {
        good++;
      }
      settled++;
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      settled++;
    }
  }

  /** A loop of its own, from which clients connect. */
  private static final class Client implements AutoCloseable {
    private final MultiThreadIoEventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("client-loop", true), Io.EPOLL.handlerFactory());
    private final Side side =
        new Side(Role.CLIENT, group.next(), Io.EPOLL, InetAddress.getLoopbackAddress());

    Future<RpcClient> connectAsync(String transport, int port) throws InterruptedException {
      return side.loop()
          .submit(
              () ->
                  Transports.named(transport)
                      .connect(
                          side,
                          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                          OurServer.IDENTITY,
                          // http1: a connection for each.
                          Terms.standard(GOOD_CALLS)))
          .sync()
          .getNow();
    }

    RpcClient connect(String transport, int port) throws InterruptedException {
      return connectAsync(transport, port).sync().getNow();
    }

    @Override
    public void close() {
      group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    }
  }
}
