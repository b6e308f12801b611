package dev.transportbench.benchmark.trial;

import static dev.transportbench.ledger.FigureName.CPU_CLIENT_KERNEL;
import static dev.transportbench.ledger.FigureName.CPU_CLIENT_KERNEL_ERROR;
import static dev.transportbench.ledger.FigureName.CPU_CLIENT_MEAN;
import static dev.transportbench.ledger.FigureName.CPU_CLIENT_PEAK;
import static dev.transportbench.ledger.FigureName.CPU_SERVER_KERNEL;
import static dev.transportbench.ledger.FigureName.CPU_SERVER_KERNEL_ERROR;
import static dev.transportbench.ledger.FigureName.CPU_SERVER_MEAN;
import static dev.transportbench.ledger.FigureName.CPU_SERVER_PEAK;
import static dev.transportbench.ledger.FigureName.MEMORY_DIRECT;
import static dev.transportbench.ledger.FigureName.MEMORY_RSS;
import static dev.transportbench.ledger.FigureName.MEMORY_RSS_PEAK;
import static dev.transportbench.ledger.FigureName.SWITCHES_CLIENT_INVOLUNTARY;
import static dev.transportbench.ledger.FigureName.SWITCHES_CLIENT_VOLUNTARY;
import static dev.transportbench.ledger.FigureName.SWITCHES_SERVER_INVOLUNTARY;
import static dev.transportbench.ledger.FigureName.SWITCHES_SERVER_VOLUNTARY;
import static dev.transportbench.ledger.FigureName.SYSCALLS;
import static dev.transportbench.ledger.FigureName.SYSCALLS_CLIENT;
import static dev.transportbench.ledger.FigureName.SYSCALLS_SERVER;
import static dev.transportbench.ledger.FigureName.WIRE_ACKS_DOWN;
import static dev.transportbench.ledger.FigureName.WIRE_ACKS_UP;
import static dev.transportbench.ledger.FigureName.WIRE_FRAMES;
import static dev.transportbench.ledger.FigureName.WIRE_RECORDS;
import static dev.transportbench.ledger.FigureName.WIRE_RETRANSMITTED_DOWN;
import static dev.transportbench.ledger.FigureName.WIRE_RETRANSMITTED_UP;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.profiler.CpuPeaks;
import dev.transportbench.profiler.ProcessMemory;
import dev.transportbench.profiler.ProcessUsage;
import dev.transportbench.profiler.SyscallCounter;
import dev.transportbench.profiler.TaskCounters;
import dev.transportbench.profiler.ThreadKind;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An iteration's figures of the kernel and of memory. Read around the window of {@link
 * IterationMeter}, not in it, since each reading takes a while.
 */
final class SystemMeter implements AutoCloseable {
  private static final double BYTES_PER_MEBIBYTE = 1 << 20;
  private static final String NO_TASKS = "needs Linux: /proc/self";
  private static final List<FigureName> OF_THE_KERNEL =
      List.of(
          CPU_CLIENT_KERNEL,
          CPU_CLIENT_KERNEL_ERROR,
          CPU_CLIENT_MEAN,
          CPU_CLIENT_PEAK,
          SWITCHES_CLIENT_VOLUNTARY,
          SWITCHES_CLIENT_INVOLUNTARY,
          CPU_SERVER_KERNEL,
          CPU_SERVER_KERNEL_ERROR,
          CPU_SERVER_MEAN,
          CPU_SERVER_PEAK,
          SWITCHES_SERVER_VOLUNTARY,
          SWITCHES_SERVER_INVOLUNTARY,
          MEMORY_RSS,
          MEMORY_RSS_PEAK);
  private static final String NO_RECORDS = "BoringSSL and Netty's handler around it count none";
  private static final String NO_FRAMES =
      "Netty's codecs and quiche count none; a packet capture with keys shows them";
  private static final String NO_WARM_UP =
      "counted in a warm-up iteration, of which there was none";

  private final Supplier<Map<String, Double>> client;
  private final Supplier<Map<String, Double>> server;

  /** Empty where the system does not tell of threads. */
  private final Optional<CpuPeaks> peaks;

  /** Null in a measured iteration, and where it is not to be had. */
  private SyscallCounter syscallCounter;

  private Map<FigureName, Reading> syscalls = syscalls(NO_WARM_UP);
  private TaskCounters tasksAtStart;
  private Map<String, Double> clientAtStart;
  private Map<String, Double> serverAtStart;

  /**
   * Call on the client's thread.
   *
   * @param client its connections' counters, as {@code RpcClient}'s
   * @param server likewise
   */
  SystemMeter(Supplier<Map<String, Double>> client, Supplier<Map<String, Double>> server) {
    this(client, server, ProcessUsage.hasTasks());
  }

  SystemMeter(
      Supplier<Map<String, Double>> client,
      Supplier<Map<String, Double>> server,
      boolean hasTasks) {
    this.client = client;
    this.server = server;
    peaks = hasTasks ? Optional.of(CpuPeaks.start()) : Optional.empty();
  }

  /**
   * @param measured whether the window is timed: system calls are counted in one that is not
   */
  void begin(boolean measured) {
    if (!measured) {
      try {
        syscallCounter = SyscallCounter.start(ThreadKind.CLIENT);
      } catch (SyscallCounter.UnavailableException e) {
        syscalls = syscalls(e.getMessage());
      }
    }
    clientAtStart = client.get();
    serverAtStart = server.get();
    if (peaks.isPresent()) {
      tasksAtStart = TaskCounters.read(ThreadKind.CLIENT);
      peaks.get().reset();
    }
  }

  /**
   * Adds the figures of the window that has just ended.
   *
   * @param completed RPCs in it, at least one
   */
  void end(Map<FigureName, Reading> readings, ProcessUsage.Window used, long completed) {
    endSyscalls(completed);
    if (peaks.isPresent()) {
      Map<ThreadKind, Double> busiest = peaks.get().peaks();
      Map<ThreadKind, TaskCounters.Counts> counts =
          TaskCounters.read(ThreadKind.CLIENT).since(tasksAtStart);
      side(readings, ThreadKind.CLIENT, counts, used, completed, CLIENT_NAMES);
      side(readings, ThreadKind.SERVER, counts, used, completed, SERVER_NAMES);
      peak(readings, CPU_CLIENT_PEAK, busiest.get(ThreadKind.CLIENT));
      peak(readings, CPU_SERVER_PEAK, busiest.get(ThreadKind.SERVER));
      resident(readings);
    } else {
      OF_THE_KERNEL.forEach(name -> readings.put(name, Reading.notAvailable(NO_TASKS)));
    }
    readings.putAll(syscalls);
    readings.put(WIRE_RECORDS, Reading.notAvailable(NO_RECORDS));
    readings.put(WIRE_FRAMES, Reading.notAvailable(NO_FRAMES));
    connections(readings, WIRE_ACKS_UP, WIRE_RETRANSMITTED_UP, clientAtStart, client, completed);
    connections(
        readings, WIRE_ACKS_DOWN, WIRE_RETRANSMITTED_DOWN, serverAtStart, server, completed);
    direct(readings);
  }

  private void endSyscalls(long completed) {
    if (syscallCounter == null) {
      return;
    }
    Map<ThreadKind, Long> counts = syscallCounter.read();
    syscallCounter.close();
    syscallCounter = null;
    double client = (double) counts.getOrDefault(ThreadKind.CLIENT, 0L) / completed;
    double server = (double) counts.getOrDefault(ThreadKind.SERVER, 0L) / completed;
    syscalls =
        Map.of(
            SYSCALLS, Reading.of(client + server),
            SYSCALLS_CLIENT, Reading.of(client),
            SYSCALLS_SERVER, Reading.of(server));
  }

  private static Map<FigureName, Reading> syscalls(String why) {
    Reading none = Reading.notAvailable(why);
    return Map.of(SYSCALLS, none, SYSCALLS_CLIENT, none, SYSCALLS_SERVER, none);
  }

  private record Names(
      FigureName kernel,
      FigureName kernelError,
      FigureName mean,
      FigureName voluntary,
      FigureName involuntary) {}

  private static final Names CLIENT_NAMES =
      new Names(
          CPU_CLIENT_KERNEL,
          CPU_CLIENT_KERNEL_ERROR,
          CPU_CLIENT_MEAN,
          SWITCHES_CLIENT_VOLUNTARY,
          SWITCHES_CLIENT_INVOLUNTARY);
  private static final Names SERVER_NAMES =
      new Names(
          CPU_SERVER_KERNEL,
          CPU_SERVER_KERNEL_ERROR,
          CPU_SERVER_MEAN,
          SWITCHES_SERVER_VOLUNTARY,
          SWITCHES_SERVER_INVOLUNTARY);

  private static void side(
      Map<FigureName, Reading> readings,
      ThreadKind kind,
      Map<ThreadKind, TaskCounters.Counts> counts,
      ProcessUsage.Window used,
      long completed,
      Names names) {
    TaskCounters.Counts side = counts.get(kind);
    double cpuNanos = used.cpuNanosByKind().get(kind);
    readings.put(names.voluntary, Reading.of((double) side.voluntary() / completed));
    readings.put(names.involuntary, Reading.of((double) side.involuntary() / completed));
    readings.put(names.mean, Reading.of(100 * cpuNanos / used.wallNanos()));
    if (side.ticks() == 0) {
      Reading none = Reading.notAvailable("no tick met these threads");
      readings.put(names.kernel, none);
      readings.put(names.kernelError, none);
    } else {
      double micros = cpuNanos / 1e3 / completed;
      readings.put(names.kernel, Reading.of(side.kernelShare() * micros));
      readings.put(names.kernelError, Reading.of(side.kernelShareError() * micros));
    }
  }

  private static void peak(Map<FigureName, Reading> readings, FigureName name, Double percent) {
    readings.put(
        name,
        percent == null
            ? Reading.notAvailable("shorter than a tenth of a second")
            : Reading.of(percent));
  }

  /** ACKs alone are packets without data; QUIC's libraries do not count those. */
  private static void connections(
      Map<FigureName, Reading> readings,
      FigureName acks,
      FigureName retransmitted,
      Map<String, Double> before,
      Supplier<Map<String, Double>> now,
      long completed) {
    Map<String, Double> after = now.get();
    Double data = difference("packets.data.sent", before, after);
    Double sent = difference("packets.sent", before, after);
    Double again = difference("packets.retransmitted", before, after);
    readings.put(
        acks,
        data == null || sent == null
            ? Reading.notAvailable("this transport does not count packets by what they hold")
            : Reading.of((sent - data) / completed));
    readings.put(
        retransmitted,
        again == null
            ? Reading.notAvailable("this transport does not count retransmissions")
            : Reading.of(again / completed));
  }

  private static Double difference(
      String name, Map<String, Double> before, Map<String, Double> after) {
    return before.containsKey(name) && after.containsKey(name)
        ? after.get(name) - before.get(name)
        : null;
  }

  private static void resident(Map<FigureName, Reading> readings) {
    ProcessMemory memory = ProcessMemory.read();
    readings.put(MEMORY_RSS, Reading.of(memory.residentMebibytes()));
    readings.put(MEMORY_RSS_PEAK, Reading.of(memory.peakMebibytes()));
  }

  private static void direct(Map<FigureName, Reading> readings) {
    readings.put(
        MEMORY_DIRECT,
        ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider provider
            ? Reading.of(provider.metric().usedDirectMemory() / BYTES_PER_MEBIBYTE)
            : Reading.notAvailable("the allocator has no metrics"));
  }

  /** What both ends' connections counted so far, for the fork's record. */
  Map<String, Map<String, Double>> connections() {
    return Map.of("client", client.get(), "server", server.get());
  }

  @Override
  public void close() {
    if (syscallCounter != null) {
      syscallCounter.close();
    }
    peaks.ifPresent(CpuPeaks::close);
  }
}
