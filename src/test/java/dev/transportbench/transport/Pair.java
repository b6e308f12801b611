package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transport;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A client's loop on the test's own thread and a server's on one of its own. */
public final class Pair implements AutoCloseable {
  public static final Identity IDENTITY = Identity.selfSigned(InetAddress.getLoopbackAddress());
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Link.Entry entry;
  private final ManualIoEventLoop clientLoop;
  private final MultiThreadIoEventLoopGroup serverGroup;
  public final Side client;
  public final Side server;

  public Pair() {
    this(Io.EPOLL);
  }

  public Pair(Io io) {
    entry = () -> {};
    clientLoop = new ManualIoEventLoop(Thread.currentThread(), io.handlerFactory());
    serverGroup =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("server-loop", true), io.handlerFactory());
    InetAddress loopback = InetAddress.getLoopbackAddress();
    client = new Side(Role.CLIENT, clientLoop, io, loopback);
    server = new Side(Role.SERVER, serverGroup.next(), io, loopback);
  }

  /** Over a link, each loop at its own end. */
  public Pair(Link link) {
    Io io = Io.EPOLL;
    entry = link.enter(End.CLIENT);
    clientLoop = new ManualIoEventLoop(Thread.currentThread(), io.handlerFactory());
    serverGroup =
        new MultiThreadIoEventLoopGroup(
            1, link.threadFactory(End.SERVER, "server-loop-"), io.handlerFactory());
    client = new Side(Role.CLIENT, clientLoop, io, link.address(End.CLIENT));
    server = new Side(Role.SERVER, serverGroup.next(), io, link.address(End.SERVER));
  }

  public RpcServer serve(Transport transport, Terms terms) {
    return serve(transport, terms, 0);
  }

  public RpcServer serve(Transport transport, Terms terms, int port) {
    Future<RpcServer> listening =
        await(onServer(() -> transport.serve(server, port, IDENTITY, terms)), "listening");
    return await(listening, "listening");
  }

  public RpcClient connect(Transport transport, RpcServer to, Terms terms) {
    return await(transport.connect(client, to.address(), IDENTITY, terms), "connected");
  }

  /** Runs on the server's loop and waits for the result. */
  public <T> T fromServer(Callable<T> task) {
    return await(onServer(task), "answer of the server's loop");
  }

  public <T> Future<T> onServer(Callable<T> task) {
    return server.loop().submit(task);
  }

  /** Drives the client's loop until {@code future} is done, and gives its result. */
  public <T> T await(Future<T> future, String what) {
    await(future::isDone, what);
    assertThat(future.cause()).as(what).isNull();
    return future.getNow();
  }

  /**
   * Drives the client's loop until {@code condition} holds; fails the test when it takes too long.
   */
  public void await(BooleanSupplier condition, String what) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        fail("not within %s: %s", PATIENCE, what);
      }
      clientLoop.run(WAIT_NANOS, 0);
    }
  }

  /** Lets the client's loop do what it can without waiting. */
  public void runOnce() {
    clientLoop.runNow();
  }

  /** Closes a server from its own loop and waits for it. */
  public void close(RpcServer rpcServer) {
    await(fromServer(rpcServer::close), "server closed");
  }

  @Override
  public void close() {
    serverGroup.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    clientLoop.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    await(() -> serverGroup.isTerminated() && clientLoop.isTerminated(), "both loops shut down");
    entry.close();
  }
}
