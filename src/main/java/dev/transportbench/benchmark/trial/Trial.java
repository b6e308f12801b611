package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.benchmark.ParentWatch;
import dev.transportbench.benchmark.trial.ClosedLoopDriver.Loss;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import dev.transportbench.link.Links;
import dev.transportbench.profiler.LayersProfiler;
import dev.transportbench.profiler.LedgerProfiler;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.proto.Request;
import io.netty.channel.IoEventLoop;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * One fork's work: a link, a server, a client, and the calling thread as the client's event loop,
 * from set-up to the record that the fork leaves behind. Confined to the thread that {@link
 * #start}ed it.
 *
 * <p><b>Warm before slow.</b> At 33 RPC/s a JVM never warms up. So the link comes up open, {@value
 * #WARM_RPCS} RPCs run over it, new connections are opened, and then the impairment is switched on.
 */
public final class Trial implements AutoCloseable {
  static final int WARM_RPCS = 20_000;

  /** Warming moves at most this much per RPC, so that large payloads do not take minutes. */
  private static final int WARM_PAYLOAD_BYTES = 16 << 10;

  private static final long SET_UP_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final String IN_FORK = "org.openjdk.jmh.runner.ForkedMain";

  private final TrialSettings settings;
  private final String threadName = Thread.currentThread().getName();
  private final ForkEnvironment environment = ForkEnvironment.begin();
  private final List<IterationRecord> iterations = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<String, String> terms = new TreeMap<>();

  private Link link;
  private Link.Entry entry;
  private MultiThreadIoEventLoopGroup serverGroup;
  private IoEventLoop serverLoop;
  private RpcServer server;
  private ManualIoEventLoop clientLoop;
  private RpcClient client;
  private ClosedLoopDriver driver;
  private SystemMeter system;
  private IterationMeter meter;

  private Trial(TrialSettings settings) {
    this.settings = settings;
  }

  /** Brings everything up, warms it, and leaves nothing behind when that fails. */
  public static Trial start(TrialSettings settings) throws Exception {
    if (System.getProperty("sun.java.command", "").startsWith(IN_FORK)) {
      ParentWatch.start();
    }
    Trial trial = new Trial(settings);
    try {
      trial.setUp();
      return trial;
    } catch (Throwable e) {
      trial.release();
      throw e;
    }
  }

  private void setUp() throws Exception {
    link = Links.open(settings.profile(), settings.backend(), settings.linkSeed());
    Io io = Io.EPOLL;
    serverGroup =
        new MultiThreadIoEventLoopGroup(
            1, link.threadFactory(End.SERVER, Role.SERVER.threadPrefix()), io.handlerFactory());
    serverLoop = serverGroup.next();
    entry = link.enter(End.CLIENT);
    Thread.currentThread().setName(Role.CLIENT.threadPrefix() + "0");
    clientLoop = new ManualIoEventLoop(Thread.currentThread(), io.handlerFactory());
    Side serverSide = new Side(Role.SERVER, serverLoop, io, link.address(End.SERVER));
    Side clientSide = new Side(Role.CLIENT, clientLoop, io, link.address(End.CLIENT));
    Identity identity = Identity.selfSigned();
    Terms asked = Terms.standard(settings.concurrency());

    server =
        await(
            onServerLoop(() -> settings.transport().serve(serverSide, 0, identity, asked)),
            "starting the server");
    client = connect(clientSide, identity, asked);
    int warmBytes = Math.min(settings.payloadBytes(), WARM_PAYLOAD_BYTES);
    try (ClosedLoopDriver warm = driver(warmBytes)) {
      warm.complete(WARM_RPCS);
    }
    await(client.close(), "closing the warm connections");
    int acceptedWarm = server.connectionsAccepted();

    client = connect(clientSide, identity, asked);
    driver = driver(settings.payloadBytes());
    driver.complete(1);
    terms.putAll(EqualTerms.compare(client.negotiated(), server.negotiated(), violations));
    link.impair();
    system = new SystemMeter(client::counters, () -> onServerLoop(server::counters));
    meter = new IterationMeter(link, driver, settings, client, server, acceptedWarm, system);
  }

  private RpcClient connect(Side side, Identity identity, Terms asked) {
    InetSocketAddress address = server.address();
    return await(
        settings.transport().connect(side, address, identity, asked), "connecting to the server");
  }

  private ClosedLoopDriver driver(int payloadBytes) {
    ByteString payload = Payloads.bytes(payloadBytes);
    Request request = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    Loss loss = settings.transport().traits().contains(Trait.RELIABLE) ? Loss.FAILS : Loss.COUNTS;
    return new ClosedLoopDriver(
        clientLoop, client, request, new ResponseCheck(payload), settings.concurrency(), loss);
  }

  /**
   * Sockets are made by the thread that asks for them: it must be the one in the server's
   * namespace.
   */
  private <T> T onServerLoop(Callable<T> task) {
    return serverLoop.submit(task).syncUninterruptibly().getNow();
  }

  /** Runs the client's loop until something is done. */
  private <T> T await(Future<T> future, String what) {
    long deadline = System.nanoTime() + SET_UP_TIMEOUT_NANOS;
    while (!future.isDone()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(what + ": nothing happened for 60 s");
      }
      clientLoop.run(TimeUnit.MILLISECONDS.toNanos(10));
    }
    if (!future.isSuccess()) {
      throw new IllegalStateException(
          what + " failed: " + future.cause().getMessage(), future.cause());
    }
    return future.getNow();
  }

  /** Starts an iteration's window. */
  public void beginIteration() {
    LayersProfiler.begin();
    meter.begin();
  }

  /** See {@link ClosedLoopDriver#completeOne}. */
  public void completeOne() {
    driver.completeOne();
  }

  /**
   * Waits for what is in flight and ends the window; publishes its figures when it is a measured
   * one.
   */
  public void endIteration(boolean measured) {
    meter.stop();
    driver.drain();
    IterationRecord record = meter.end();
    LayersProfiler.end(record);
    if (measured) {
      iterations.add(record);
      LedgerProfiler.publish(record);
    }
  }

  /** The measured iterations so far. */
  List<IterationRecord> iterations() {
    return List.copyOf(iterations);
  }

  /** Takes everything down and writes the fork's record, if one was asked for. */
  @Override
  public void close() throws IOException {
    try {
      if (meter != null) {
        violations.addAll(meter.violations());
        Link.Evidence evidence = link.evidence();
        Map<String, Object> found = new LinkedHashMap<>(environment.end());
        found.put("connections", system.connections());
        violations.addAll(evidence.violations());
        ForkRecords.write(
            new ForkRecord(
                settings.benchmark(),
                settings.params(),
                iterations,
                evidence.asked(),
                evidence.measured(),
                violations,
                terms,
                found,
                LayersProfiler.profile()));
      }
    } finally {
      release();
    }
  }

  private void release() {
    try {
      if (system != null) {
        system.close();
      }
      if (driver != null) {
        driver.close();
      }
      if (client != null) {
        await(client.close(), "closing the client");
      }
      if (server != null) {
        await(onServerLoop(server::close), "closing the server");
      }
    } catch (RuntimeException e) {
      // What matters is below: the link must come down. A connection that won't close dies with it.
      System.err.println("while closing: " + e);
    } finally {
      if (clientLoop != null) {
        clientLoop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        while (!clientLoop.isTerminated()) {
          clientLoop.runNow();
        }
      }
      if (serverGroup != null) {
        serverGroup.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      }
      if (entry != null) {
        entry.close();
      }
      Thread.currentThread().setName(threadName);
      if (link != null) {
        link.close();
      }
    }
  }
}
