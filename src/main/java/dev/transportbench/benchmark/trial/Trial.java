package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.Descriptors;
import dev.transportbench.benchmark.ParentWatch;
import dev.transportbench.benchmark.forensics.SlowedRpc;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.DeviceOffload;
import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import dev.transportbench.link.Links;
import dev.transportbench.profiler.LayersProfiler;
import dev.transportbench.profiler.LedgerProfiler;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Offload;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import io.netty.channel.IoEventLoop;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * One fork's work: a link, a server, a client, and the calling thread as the client's event loop,
 * from set-up to the record that the fork leaves behind. Confined to the thread that {@link
 * #start}ed it.
 *
 * <p><b>Warm before slow.</b> At 33 RPC/s a JVM never warms up. So the link comes up open, {@value
 * #WARM_RPCS} RPCs run over it, new connections are opened, and then the impairment is switched on.
 */
public final class Trial implements AutoCloseable {
  /** In the fork's environment: what was captured; such a fork's figures are not for timing. */
  static final String CAPTURES = "captures";

  static final int WARM_RPCS = 20_000;

  private static final long SET_UP_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Both ends work then, and neither's queue is long. */
  private static final int CONNECTS_AT_ONCE = 16;

  private static final String CONNECTING = "connecting to the server";
  private static final long NOTICE_MILLIS = 500;
  private static final String IN_FORK = "org.openjdk.jmh.runner.ForkedMain";

  private final TrialSettings settings;
  private final Workload workload;
  private final String threadName = Thread.currentThread().getName();
  private final ForkEnvironment environment = ForkEnvironment.begin();
  private final List<IterationRecord> iterations = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<String, String> terms = new TreeMap<>();

  private Captures captures;
  private Link link;
  private Link.Entry entry;
  private MultiThreadIoEventLoopGroup serverGroup;
  private IoEventLoop serverLoop;
  private RpcServer server;
  private ManualIoEventLoop clientLoop;
  private RpcClient client;
  private Driver driver;
  private String broken;
  private SystemMeter system;
  private IterationMeter meter;
  private LossMeter losses;
  private Map<String, Long> clientBefore;
  private Map<String, Long> serverBefore;

  private Trial(TrialSettings settings, Workload workload) {
    this.settings = settings;
    this.workload = workload;
  }

  /** Brings everything up, warms it, and leaves nothing behind when that fails. */
  public static Trial start(TrialSettings settings, Workload workload) throws Exception {
    if (System.getProperty("sun.java.command", "").startsWith(IN_FORK)) {
      ParentWatch.start();
    }
    Trial trial = new Trial(settings, workload);
    try {
      trial.setUp();
      return trial;
    } catch (Throwable e) {
      trial.release();
      throw e;
    }
  }

  private void setUp() throws Exception {
    Descriptors.problem(settings.transport().traits(), settings.connections())
        .ifPresent(
            problem -> {
              throw new BadInputException(problem);
            });
    captures = Captures.begin(settings);
    link =
        Links.open(
            settings.profile(),
            settings.backend(),
            settings.linkSeed(),
            settings.terms().offload() == Offload.ON ? DeviceOffload.ON : DeviceOffload.OFF);
    Io io = settings.io();
    serverGroup =
        new MultiThreadIoEventLoopGroup(
            1, link.threadFactory(End.SERVER, Role.SERVER.threadPrefix()), io.handlerFactory());
    serverLoop = serverGroup.next();
    entry = link.enter(End.CLIENT);
    Thread.currentThread().setName(Role.CLIENT.threadPrefix() + "0");
    clientLoop = new ManualIoEventLoop(Thread.currentThread(), io.handlerFactory());
    link.broken().thenAccept(why -> clientLoop.execute(() -> abort(why)));
    Side serverSide = new Side(Role.SERVER, serverLoop, io, link.address(End.SERVER));
    Side clientSide = new Side(Role.CLIENT, clientLoop, io, link.address(End.CLIENT));
    Identity identity = Identity.selfSigned();
    Terms asked = settings.terms();

    server =
        await(
            onServerLoop(() -> settings.transport().serve(serverSide, 0, identity, asked)),
            "starting the server");
    Function<Handshake, Future<RpcClient>> connector =
        handshake ->
            settings
                .transport()
                .connect(clientSide, server.address(), identity, asked.withHandshake(handshake));
    client = connect(connector, workload.warmConnections(settings));
    driver = workload.warming(new ClientEnd(settings, clientLoop, client, connector));
    complete(workload.warmCount());
    driver.close();
    await(client.close(), "closing the warm connections");
    int acceptedWarm = server.connectionsAccepted();
    captures.start(link);

    // What a path lets through at all is found out while a connection is opened.
    LossMeter.prepare(link, settings);
    boolean atOnce = settings.profile().blocksUdp();
    if (atOnce) {
      link.impair();
    }
    client = connect(connector, settings.connections());
    driver = workload.measured(new ClientEnd(settings, clientLoop, client, connector));
    complete(1);
    terms.putAll(
        EqualTerms.of(settings, client.negotiated(), onServerLoop(server::negotiated), violations));
    if (!terms.isEmpty()) {
      terms.putAll(KernelSettings.read("client."));
      terms.putAll(onServerLoop(() -> KernelSettings.read("server.")));
    }
    Map<String, Double> overOpenLink = client.counters();
    clientBefore = KernelRecovery.read();
    serverBefore = onServerLoop(KernelRecovery::read);
    if (!atOnce) {
      link.impair();
    }
    settle();
    int declared = workload.connectionsDeclared(settings);
    losses =
        LossMeter.start(link, driver, settings, declared, server.address().getPort(), overOpenLink);
    system =
        new SystemMeter(
            () -> driver.counted(client).counters(), () -> onServerLoop(server::counters));
    meter =
        new IterationMeter(
            link, driver, settings, client, server, acceptedWarm, declared, system, losses);
  }

  private void abort(String why) {
    broken = why;
    if (driver != null) {
      driver.abort(why);
    }
  }

  private void complete(int rpcs) {
    try {
      driver.complete(rpcs);
    } catch (RpcFailedException e) {
      throw byCause(e);
    }
  }

  private void settle() {
    try {
      driver.settle();
    } catch (RpcFailedException e) {
      throw byCause(e);
    }
  }

  /** An RPC may fail because the link did, and may notice first. */
  private RuntimeException byCause(RpcFailedException failure) {
    try {
      return new IllegalStateException(link.broken().get(NOTICE_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failure;
    } catch (ExecutionException | TimeoutException e) {
      return failure;
    }
  }

  private RpcClient connect(Function<Handshake, Future<RpcClient>> connector, int count) {
    List<RpcClient> clients = new ArrayList<>();
    Queue<Future<RpcClient>> opening = new ArrayDeque<>();
    for (int i = 0; i < count; i++) {
      if (opening.size() == CONNECTS_AT_ONCE) {
        clients.add(await(opening.remove(), CONNECTING));
      }
      opening.add(connector.apply(settings.terms().handshake()));
    }
    while (!opening.isEmpty()) {
      clients.add(await(opening.remove(), CONNECTING));
    }
    return clients.size() == 1 ? clients.get(0) : new SpreadClient(clientLoop, clients);
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
      if (broken != null) {
        throw new IllegalStateException(broken);
      }
      clientLoop.run(TimeUnit.MILLISECONDS.toNanos(10));
    }
    if (!future.isSuccess()) {
      throw new IllegalStateException(
          what + " failed: " + future.cause().getMessage(), future.cause());
    }
    return future.getNow();
  }

  /**
   * Starts an iteration's window.
   *
   * @param measured as for {@link #endIteration}; in one that is not, system calls are counted
   */
  public void beginIteration(boolean measured) {
    LayersProfiler.begin();
    meter.begin(measured);
  }

  /** See {@link Driver#completeOne}. */
  public void completeOne() {
    try {
      driver.completeOne();
    } catch (RpcFailedException e) {
      throw byCause(e);
    }
  }

  /**
   * Waits for what is in flight and ends the window; publishes its figures when it is a measured
   * one.
   */
  public void endIteration(boolean measured) {
    meter.stop();
    try {
      driver.drain();
    } catch (RpcFailedException e) {
      throw byCause(e);
    }
    IterationRecord record = meter.end(measured);
    LayersProfiler.end(record);
    if (!measured) {
      driver.discardWindow();
    } else {
      iterations.add(record);
      LedgerProfiler.publish(record);
    }
  }

  /** The measured iterations so far. */
  List<IterationRecord> iterations() {
    return List.copyOf(iterations);
  }

  /** For tests. */
  Link link() {
    return link;
  }

  /** The measured RPCs that a lost packet slowed. */
  List<SlowedRpc> slowed() {
    return losses.slowed();
  }

  /** What was negotiated, both sides'. */
  Map<String, String> terms() {
    return Map.copyOf(terms);
  }

  /** What the cell is invalid for so far, the link's part left out. */
  List<String> violations() {
    List<String> all = new ArrayList<>(violations);
    all.addAll(meter.violations());
    return all;
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
        found.putAll(driver.evidence());
        Map<String, Object> lost =
            losses.found(
                KernelRecovery.since(clientBefore, KernelRecovery.read()),
                KernelRecovery.since(serverBefore, onServerLoop(KernelRecovery::read)));
        if (!lost.isEmpty()) {
          found.put("losses", lost);
        }
        violations.addAll(evidence.violations());
        Map<String, String> captured = captures.end(link);
        if (!captured.isEmpty()) {
          found.put(CAPTURES, captured);
        }
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
      // Over a broken link no farewell gets through: the loops' ends close what is open.
      if (client != null && broken == null) {
        await(client.close(), "closing the client");
      }
      if (server != null && broken == null) {
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
