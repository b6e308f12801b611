package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.Descriptors;
import dev.transportbench.benchmark.ParentWatch;
import dev.transportbench.benchmark.forensics.SlowedRpc;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.DeviceOffload;
import dev.transportbench.link.Link;
import dev.transportbench.link.Links;
import dev.transportbench.profiler.LayersProfiler;
import dev.transportbench.profiler.LedgerProfiler;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Offload;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
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

  /** Both ends work then, and neither's queue is long. */
  private static final int CONNECTS_AT_ONCE = 16;

  private static final String CONNECTING = "connecting to the server";
  private static final long NOTICE_MILLIS = 500;
  private static final String IN_FORK = "org.openjdk.jmh.runner.ForkedMain";

  private final TrialSettings settings;
  private final Workload workload;
  private final ForkEnvironment environment = ForkEnvironment.begin();
  private final List<IterationRecord> iterations = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<String, String> terms = new TreeMap<>();

  private Captures captures;
  private Link link;
  private Loops loops;
  private RpcServer server;
  private RpcClient client;
  private Driver driver;
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
    loops = Loops.open(link, settings);
    link.broken().thenAccept(why -> loops.client().execute(() -> abort(why)));
    Side serverSide = loops.serverSide();
    Side clientSide = loops.clientSide();
    Identity identity = Identity.selfSigned();
    Terms asked = settings.terms();

    server =
        loops.await(
            loops.onServer(() -> settings.transport().serve(serverSide, 0, identity, asked)),
            "starting the server");
    Function<Handshake, Future<RpcClient>> connector =
        handshake ->
            settings
                .transport()
                .connect(clientSide, server.address(), identity, asked.withHandshake(handshake));
    client = connect(connector, workload.warmConnections(settings));
    driver = workload.warming(new ClientEnd(settings, loops.client(), client, connector));
    complete(workload.warmCount());
    driver.close();
    loops.await(client.close(), "closing the warm connections");
    int acceptedWarm = server.connectionsAccepted();
    captures.start(link);

    // What a path lets through at all is found out while a connection is opened.
    LossMeter.prepare(link, settings);
    boolean atOnce = settings.profile().blocksUdp();
    if (atOnce) {
      link.impair();
    }
    client = connect(connector, settings.connections());
    driver = workload.measured(new ClientEnd(settings, loops.client(), client, connector));
    complete(1);
    terms.putAll(
        EqualTerms.of(
            settings, client.negotiated(), loops.onServer(server::negotiated), violations));
    terms.putAll(loops.terms());
    if (!terms.isEmpty()) {
      terms.putAll(KernelSettings.read("client."));
      terms.putAll(loops.onServer(() -> KernelSettings.read("server.")));
    }
    Map<String, Double> overOpenLink = client.counters();
    clientBefore = KernelRecovery.read();
    serverBefore = loops.onServer(KernelRecovery::read);
    if (!atOnce) {
      link.impair();
    }
    settle();
    int declared = workload.connectionsDeclared(settings);
    losses =
        LossMeter.start(link, driver, settings, declared, server.address().getPort(), overOpenLink);
    system =
        new SystemMeter(
            () -> driver.counted(client).counters(), () -> loops.onServer(server::counters));
    meter =
        new IterationMeter(
            link, driver, settings, client, server, acceptedWarm, declared, system, losses);
  }

  private void abort(String why) {
    loops.abort(why);
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
        clients.add(loops.await(opening.remove(), CONNECTING));
      }
      opening.add(connector.apply(settings.terms().handshake()));
    }
    while (!opening.isEmpty()) {
      clients.add(loops.await(opening.remove(), CONNECTING));
    }
    return clients.size() == 1 ? clients.get(0) : new SpreadClient(loops.client(), clients);
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
                KernelRecovery.since(serverBefore, loops.onServer(KernelRecovery::read)));
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
      if (client != null && !loops.isBroken()) {
        loops.await(client.close(), "closing the client");
      }
      if (server != null && !loops.isBroken()) {
        loops.await(loops.onServer(server::close), "closing the server");
      }
    } catch (RuntimeException e) {
      // What matters is below: the link must come down. A connection that won't close dies with it.
      System.err.println("while closing: " + e);
    } finally {
      if (loops != null) {
        loops.close();
      }
      if (link != null) {
        link.close();
      }
    }
  }
}
