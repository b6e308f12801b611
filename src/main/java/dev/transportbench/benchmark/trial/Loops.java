package dev.transportbench.benchmark.trial;

import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.Side;
import io.netty.channel.IoEventLoop;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * A trial's two event loops, each in its end of the link and on its cores: the server's on a thread
 * of its own, the client's on the thread that opened them.
 */
final class Loops implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final String threadName = Thread.currentThread().getName();
  private final Placement placement;
  private final Link.Entry entry;
  private final ManualIoEventLoop client;
  private final MultiThreadIoEventLoopGroup serverGroup;
  private final IoEventLoop server;
  private final Side clientSide;
  private final Side serverSide;
  private volatile String broken;

  private Loops(Link link, Link.Entry entry, Io io, Placement placement) {
    this.placement = placement;
    this.entry = entry;
    client = new ManualIoEventLoop(Thread.currentThread(), io.handlerFactory());
    serverGroup =
        new MultiThreadIoEventLoopGroup(
            1, link.threadFactory(End.SERVER, Role.SERVER.threadPrefix()), io.handlerFactory());
    server = serverGroup.next();
    clientSide = new Side(Role.CLIENT, client, io, link.address(End.CLIENT));
    serverSide = new Side(Role.SERVER, server, io, link.address(End.SERVER));
    Thread.currentThread().setName(Role.CLIENT.threadPrefix() + "0");
  }

  static Loops open(Link link, TrialSettings settings) {
    Placement placement = Placement.onThisMachine(settings.cores());
    Link.Entry entry = link.enter(End.CLIENT);
    Loops loops;
    try {
      loops = new Loops(link, entry, settings.io(), placement);
    } catch (RuntimeException e) {
      entry.close();
      throw e;
    }
    try {
      loops.placement.confineClient();
      loops.server.submit(loops.placement::confineServer).syncUninterruptibly();
      return loops;
    } catch (RuntimeException e) {
      loops.close();
      throw e;
    }
  }

  ManualIoEventLoop client() {
    return client;
  }

  Side clientSide() {
    return clientSide;
  }

  Side serverSide() {
    return serverSide;
  }

  Map<String, String> terms() {
    return placement.terms();
  }

  /** From now on nothing is waited for: the link is gone, for a reason. */
  void abort(String why) {
    broken = why;
  }

  boolean isBroken() {
    return broken != null;
  }

  /**
   * Sockets are made by the thread that asks for them: it must be the one in the server's
   * namespace.
   */
  <T> T onServer(Callable<T> task) {
    return server.submit(task).syncUninterruptibly().getNow();
  }

  /**
   * Runs the client's loop until something is done.
   *
   * @param what is waited for, as a complaint names it
   * @throws IllegalStateException when it failed, or nothing happened for 60 s
   */
  <T> T await(Future<T> future, String what) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!future.isDone()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(what + ": nothing happened for 60 s");
      }
      if (broken != null) {
        throw new IllegalStateException(broken);
      }
      client.run(TURN_NANOS);
    }
    if (!future.isSuccess()) {
      throw new IllegalStateException(
          what + " failed: " + future.cause().getMessage(), future.cause());
    }
    return future.getNow();
  }

  /** Ends both, and gives the calling thread back its namespace, cores and name. */
  @Override
  public void close() {
    client.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    while (!client.isTerminated()) {
      client.runNow();
    }
    serverGroup.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    entry.close();
    placement.release();
    Thread.currentThread().setName(threadName);
  }
}
