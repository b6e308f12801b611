package dev.transportbench.ledger;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Every figure: its stable name (also that of JMH's secondary result), its unit and what it means.
 * Per RPC unless the description says otherwise; an RPC is one that was completed and verified.
 */
public enum FigureName {
  THROUGHPUT(
      "throughput",
      "1/s",
      "RPCs completed per second, the drain at an iteration's end left out: as JMH's score"),
  LATENCY_P50("latency.p50", "us", "median time from an RPC's send to its verified response"),
  LATENCY_P90("latency.p90", "us", "90th percentile of that time"),
  LATENCY_P95("latency.p95", "us", "95th percentile of that time"),
  LATENCY_P99("latency.p99", "us", "99th percentile of that time"),
  LATENCY_P999("latency.p999", "us", "99.9th percentile of that time"),
  LATENCY_MAX("latency.max", "us", "longest such time"),
  LATENCY_COUNT(
      "latency.n", "1", "RPCs that the quantiles rest on, in the whole trial", Total.HISTOGRAM),
  CPU_CLIENT("cpu.client", "us", "CPU time of the client's threads"),
  CPU_SERVER("cpu.server", "us", "CPU time of the server's threads"),
  CPU_GC("cpu.gc", "us", "CPU time of the collector's threads, the VM thread included"),
  CPU_JIT("cpu.jit", "us", "CPU time of the compiler's threads"),
  CPU_OTHER("cpu.other", "us", "CPU time of all other threads of the process"),
  CPU_PROCESS("cpu.process", "us", "CPU time of the process, from its own clock"),
  CPU_LINK("cpu.link", "us", "CPU time of the link emulator, a process of its own"),
  ALLOC_CLIENT("alloc.client", "B", "heap allocated by the client's threads"),
  ALLOC_SERVER("alloc.server", "B", "heap allocated by the server's threads"),
  ALLOC_PROCESS("alloc.process", "B", "heap allocated by all threads"),
  WIRE_BYTES_UP("wire.bytes.up", "B", "bytes of IP packets entering the link from the client"),
  WIRE_BYTES_DOWN("wire.bytes.down", "B", "bytes of IP packets entering the link from the server"),
  WIRE_PACKETS_UP("wire.packets.up", "1", "IP packets entering the link from the client"),
  WIRE_PACKETS_DOWN("wire.packets.down", "1", "IP packets entering the link from the server"),
  WIRE_OVERHEAD("wire.overhead", "B", "wire bytes both ways less the application's payload bytes"),
  RPC_COMPLETED("rpc.completed", "1", "RPCs completed and verified, in the whole trial", Total.SUM),
  RPC_FAILED("rpc.failed", "1", "RPCs that failed, in the whole trial", Total.SUM),
  RPC_PER_WAKEUP("rpc.per.wakeup", "1", "RPCs completed each time that the client's loop woke up"),
  CONNECTIONS("connections", "1", "connections that the client opened for the measured RPCs");

  /** How the readings of iterations and forks become one value. */
  public enum Total {
    /** The mean over iterations, then over forks. */
    MEAN,
    /** The sum over all. */
    SUM,
    /** Read from the merged histogram of latencies; never averaged. */
    HISTOGRAM
  }

  private static final Map<String, FigureName> BY_LABEL = new LinkedHashMap<>();

  static {
    for (FigureName name : values()) {
      BY_LABEL.put(name.label, name);
    }
  }

  private final String label;
  private final String unit;
  private final String description;
  private final Total total;

  FigureName(String label, String unit, String description) {
    this(label, unit, description, label.startsWith("latency.") ? Total.HISTOGRAM : Total.MEAN);
  }

  FigureName(String label, String unit, String description, Total total) {
    this.label = label;
    this.unit = unit;
    this.description = description;
    this.total = total;
  }

  /** The dotted name, stable over versions; also what JSON calls it. */
  @JsonValue
  public String label() {
    return label;
  }

  /** {@code us}, {@code B}, {@code 1/s}, or {@code 1} for a count. */
  public String unit() {
    return unit;
  }

  public String description() {
    return description;
  }

  public Total total() {
    return total;
  }

  /** Null when there is none of that label. */
  @JsonCreator
  public static FigureName ofLabel(String label) {
    return BY_LABEL.get(label);
  }
}
