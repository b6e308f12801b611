package dev.transportbench.benchmark.trial;

import static dev.transportbench.ledger.FigureName.ALLOC_CLIENT;
import static dev.transportbench.ledger.FigureName.ALLOC_PROCESS;
import static dev.transportbench.ledger.FigureName.ALLOC_SERVER;
import static dev.transportbench.ledger.FigureName.CONNECTIONS;
import static dev.transportbench.ledger.FigureName.CPU_CLIENT;
import static dev.transportbench.ledger.FigureName.CPU_CLIENT_PER_GIB;
import static dev.transportbench.ledger.FigureName.CPU_GC;
import static dev.transportbench.ledger.FigureName.CPU_JIT;
import static dev.transportbench.ledger.FigureName.CPU_LINK;
import static dev.transportbench.ledger.FigureName.CPU_OTHER;
import static dev.transportbench.ledger.FigureName.CPU_PROCESS;
import static dev.transportbench.ledger.FigureName.CPU_PROCESS_PER_GIB;
import static dev.transportbench.ledger.FigureName.CPU_SERVER;
import static dev.transportbench.ledger.FigureName.CPU_SERVER_PER_GIB;
import static dev.transportbench.ledger.FigureName.GOODPUT;
import static dev.transportbench.ledger.FigureName.RPC_COMPLETED;
import static dev.transportbench.ledger.FigureName.RPC_FAILED;
import static dev.transportbench.ledger.FigureName.RPC_PER_WAKEUP;
import static dev.transportbench.ledger.FigureName.THROUGHPUT;
import static dev.transportbench.ledger.FigureName.WIRE_BYTES_DOWN;
import static dev.transportbench.ledger.FigureName.WIRE_BYTES_UP;
import static dev.transportbench.ledger.FigureName.WIRE_OVERHEAD;
import static dev.transportbench.ledger.FigureName.WIRE_PACKETS_DOWN;
import static dev.transportbench.ledger.FigureName.WIRE_PACKETS_UP;
import static dev.transportbench.ledger.FigureName.WIRE_PACKET_MEAN_DOWN;
import static dev.transportbench.ledger.FigureName.WIRE_PACKET_MEAN_UP;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Quantiles;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.link.Link;
import dev.transportbench.profiler.ProcessUsage;
import dev.transportbench.profiler.ThreadKind;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Turns two snapshots into an iteration's figures. Per-RPC figures divide by the RPCs that were
 * completed and verified between the snapshots, whatever JMH counted.
 */
final class IterationMeter {
  private static final double BYTES_PER_GIB = 1 << 30;

  private final Link link;
  private final Driver driver;
  private final TrialSettings settings;
  private final RpcClient client;
  private final RpcServer server;
  private final int acceptedBefore;
  private final int declared;
  private final SystemMeter system;
  private final LossMeter losses;

  private ProcessUsage usageAtStart;
  private long startNanos;
  private long stopNanos;
  private long completedAtStop;
  private Optional<Link.Counters> wireAtStart;
  private OptionalLong linkCpuAtStart;

  /**
   * @param acceptedBefore connections that the server had accepted before {@code client} was opened
   * @param declared how many it may open
   */
  IterationMeter(
      Link link,
      Driver driver,
      TrialSettings settings,
      RpcClient client,
      RpcServer server,
      int acceptedBefore,
      int declared,
      SystemMeter system,
      LossMeter losses) {
    this.link = link;
    this.driver = driver;
    this.settings = settings;
    this.client = client;
    this.server = server;
    this.acceptedBefore = acceptedBefore;
    this.declared = declared;
    this.system = system;
    this.losses = losses;
  }

  /**
   * Call with nothing in flight.
   *
   * @param measured whether the record will be kept
   */
  void begin(boolean measured) {
    driver.resetCounts();
    losses.begin();
    system.begin(measured);
    wireAtStart = link.counters();
    linkCpuAtStart = link.emulatorCpuNanos();
    usageAtStart = ProcessUsage.atStart();
    startNanos = System.nanoTime();
  }

  /** Call when no new RPC will be sent, before waiting for those in flight. */
  void stop() {
    stopNanos = System.nanoTime();
    completedAtStop = driver.completed();
  }

  /**
   * Call with nothing in flight.
   *
   * @param measured whether the record will be kept
   */
  IterationRecord end(boolean measured) {
    ProcessUsage.Window used = ProcessUsage.atEnd().sinceByClient(usageAtStart);
    OptionalLong linkCpu = link.emulatorCpuNanos();
    Optional<Link.Counters> wire = link.counters();
    long completed = driver.completed();

    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    readings.put(
        THROUGHPUT, Reading.of(completedAtStop * 1e9 / Math.max(1, stopNanos - startNanos)));
    cpu(readings, used, completed);
    readings.put(
        CPU_LINK,
        linkCpu.isPresent()
            ? perRpc((linkCpu.getAsLong() - linkCpuAtStart.getAsLong()) / 1e3, completed)
            : Reading.notAvailable("no emulator on " + settings.backend().label()));
    perGib(readings, used);
    readings.put(GOODPUT, Reading.of(driver.payloadBytes() * 1e3 / Math.max(1, used.wallNanos())));
    allocation(readings, used, completed);
    wire(readings, wire, completed);
    if (completed > 0) {
      system.end(readings, used, completed);
    }
    Map<Series, String> histograms = new EnumMap<>(Series.class);
    driver
        .times()
        .forEach(
            (series, times) -> {
              readings.putAll(Quantiles.of(series, times));
              histograms.put(series, Quantiles.encode(times));
            });
    readings.put(RPC_COMPLETED, Reading.of(completed));
    readings.put(RPC_FAILED, Reading.of(driver.failed()));
    readings.put(
        RPC_PER_WAKEUP,
        driver.wakeups() == 0
            ? Reading.notAvailable("no wake-up: answered within the call")
            : Reading.of((double) completed / driver.wakeups()));
    readings.put(CONNECTIONS, Reading.of(client.connectionsOpened()));
    readings.putAll(driver.readings());
    losses.end(readings, histograms, measured);
    return new IterationRecord(used.wallNanos() / 1e9, readings, histograms);
  }

  private static void cpu(
      Map<FigureName, Reading> readings, ProcessUsage.Window used, long completed) {
    Map<FigureName, ThreadKind> kinds =
        Map.of(
            CPU_CLIENT, ThreadKind.CLIENT,
            CPU_SERVER, ThreadKind.SERVER,
            CPU_GC, ThreadKind.GC,
            CPU_JIT, ThreadKind.JIT,
            CPU_OTHER, ThreadKind.OTHER);
    if (used.cpuNanosByKind().isEmpty()) {
      Reading none = Reading.notAvailable("needs Linux: /proc/self/task");
      kinds.keySet().forEach(name -> readings.put(name, none));
      readings.put(CPU_PROCESS, none);
      return;
    }
    kinds.forEach(
        (name, kind) ->
            readings.put(name, perRpc(used.cpuNanosByKind().get(kind) / 1e3, completed)));
    readings.put(CPU_PROCESS, perRpc(used.processCpuNanos() / 1e3, completed));
  }

  private void perGib(Map<FigureName, Reading> readings, ProcessUsage.Window used) {
    Map<FigureName, FigureName> perRpc =
        Map.of(
            CPU_CLIENT_PER_GIB, CPU_CLIENT,
            CPU_SERVER_PER_GIB, CPU_SERVER,
            CPU_PROCESS_PER_GIB, CPU_PROCESS);
    long payloadBytes = driver.payloadBytes();
    perRpc.forEach(
        (name, figure) -> {
          Reading reading = readings.get(figure);
          readings.put(
              name,
              reading.value() == null
                  ? reading
                  : payloadBytes == 0
                      ? Reading.notAvailable("no payload")
                      : Reading.of(
                          reading.value() * driver.completed() * BYTES_PER_GIB / payloadBytes));
        });
  }

  private static void allocation(
      Map<FigureName, Reading> readings, ProcessUsage.Window used, long completed) {
    readings.put(
        ALLOC_CLIENT, perRpc(used.allocatedBytesByKind().get(ThreadKind.CLIENT), completed));
    readings.put(
        ALLOC_SERVER, perRpc(used.allocatedBytesByKind().get(ThreadKind.SERVER), completed));
    readings.put(ALLOC_PROCESS, perRpc(used.allocatedBytes(), completed));
  }

  private void wire(
      Map<FigureName, Reading> readings, Optional<Link.Counters> end, long completed) {
    if (end.isEmpty()) {
      Reading none = Reading.notAvailable("no packet counters on " + settings.backend().label());
      for (FigureName name :
          List.of(
              WIRE_BYTES_UP,
              WIRE_BYTES_DOWN,
              WIRE_PACKETS_UP,
              WIRE_PACKETS_DOWN,
              WIRE_PACKET_MEAN_UP,
              WIRE_PACKET_MEAN_DOWN,
              WIRE_OVERHEAD)) {
        readings.put(name, none);
      }
      return;
    }
    Link.Counters from = wireAtStart.orElseThrow();
    Link.Counters to = end.get();
    long up = to.upBytes() - from.upBytes();
    long down = to.downBytes() - from.downBytes();
    readings.put(WIRE_BYTES_UP, perRpc(up, completed));
    readings.put(WIRE_BYTES_DOWN, perRpc(down, completed));
    long packetsUp = to.upPackets() - from.upPackets();
    long packetsDown = to.downPackets() - from.downPackets();
    readings.put(WIRE_PACKETS_UP, perRpc(packetsUp, completed));
    readings.put(WIRE_PACKETS_DOWN, perRpc(packetsDown, completed));
    readings.put(WIRE_PACKET_MEAN_UP, perPacket(up, packetsUp));
    readings.put(WIRE_PACKET_MEAN_DOWN, perPacket(down, packetsDown));
    readings.put(WIRE_OVERHEAD, perRpc(up + down - driver.payloadBytes(), completed));
  }

  private static Reading perPacket(double bytes, long packets) {
    return packets == 0 ? Reading.notAvailable("no packet") : Reading.of(bytes / packets);
  }

  private static Reading perRpc(double total, long completed) {
    return completed == 0
        ? Reading.notAvailable("no RPC was completed")
        : Reading.of(total / completed);
  }

  /** What the trial as a whole did wrong: one line each. */
  List<String> violations() {
    List<String> violations = new ArrayList<>(driver.violations());
    if (client.connectionsOpened() > declared) {
      violations.add(
          "connections: the client opened %d, declared are %d"
              .formatted(client.connectionsOpened(), declared));
    }
    int accepted = server.connectionsAccepted() - acceptedBefore;
    if (accepted > declared) {
      violations.add(
          "connections: the server accepted %d, declared are %d".formatted(accepted, declared));
    }
    return violations;
  }
}
