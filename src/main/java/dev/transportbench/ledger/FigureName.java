package dev.transportbench.ledger;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.transportbench.ledger.Series.Statistic;
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
  LATENCY_P50(Series.LATENCY, Statistic.P50),
  LATENCY_P90(Series.LATENCY, Statistic.P90),
  LATENCY_P95(Series.LATENCY, Statistic.P95),
  LATENCY_P99(Series.LATENCY, Statistic.P99),
  LATENCY_P999(Series.LATENCY, Statistic.P999),
  LATENCY_MAX(Series.LATENCY, Statistic.MAX),
  LATENCY_COUNT(Series.LATENCY, Statistic.COUNT),
  CONNECT_P50(Series.CONNECT, Statistic.P50),
  CONNECT_P90(Series.CONNECT, Statistic.P90),
  CONNECT_P95(Series.CONNECT, Statistic.P95),
  CONNECT_P99(Series.CONNECT, Statistic.P99),
  CONNECT_P999(Series.CONNECT, Statistic.P999),
  CONNECT_MAX(Series.CONNECT, Statistic.MAX),
  CONNECT_COUNT(Series.CONNECT, Statistic.COUNT),
  HANDSHAKE_P50(Series.HANDSHAKE, Statistic.P50),
  HANDSHAKE_P90(Series.HANDSHAKE, Statistic.P90),
  HANDSHAKE_P95(Series.HANDSHAKE, Statistic.P95),
  HANDSHAKE_P99(Series.HANDSHAKE, Statistic.P99),
  HANDSHAKE_P999(Series.HANDSHAKE, Statistic.P999),
  HANDSHAKE_MAX(Series.HANDSHAKE, Statistic.MAX),
  HANDSHAKE_COUNT(Series.HANDSHAKE, Statistic.COUNT),
  TTFB_P50(Series.TTFB, Statistic.P50),
  TTFB_P90(Series.TTFB, Statistic.P90),
  TTFB_P95(Series.TTFB, Statistic.P95),
  TTFB_P99(Series.TTFB, Statistic.P99),
  TTFB_P999(Series.TTFB, Statistic.P999),
  TTFB_MAX(Series.TTFB, Statistic.MAX),
  TTFB_COUNT(Series.TTFB, Statistic.COUNT),
  TTLB_P50(Series.TTLB, Statistic.P50),
  TTLB_P90(Series.TTLB, Statistic.P90),
  TTLB_P95(Series.TTLB, Statistic.P95),
  TTLB_P99(Series.TTLB, Statistic.P99),
  TTLB_P999(Series.TTLB, Statistic.P999),
  TTLB_MAX(Series.TTLB, Statistic.MAX),
  TTLB_COUNT(Series.TTLB, Statistic.COUNT),
  TTFB_RTTS("ttfb.rtts", "1", "the median of ttfb in round trips of the link as asked"),
  TTFB_MODEL_RTTS("ttfb.model.rtts", "1", "the same as the protocols have it"),
  TTFB_MODEL("ttfb.model", "us", "those round trips on the link as asked"),
  PAGE_P50(Series.PAGE, Statistic.P50),
  PAGE_P90(Series.PAGE, Statistic.P90),
  PAGE_P95(Series.PAGE, Statistic.P95),
  PAGE_P99(Series.PAGE, Statistic.P99),
  PAGE_P999(Series.PAGE, Statistic.P999),
  PAGE_MAX(Series.PAGE, Statistic.MAX),
  PAGE_COUNT(Series.PAGE, Statistic.COUNT),
  PAGE_RTTS("page.rtts", "1", "the median of page in round trips of the link as asked"),
  PAGE_MODEL_RTTS("page.model.rtts", "1", "the least that handshakes and slow start allow"),
  PAGE_MODEL("page.model", "us", "those round trips on the link as asked"),
  RESPONSE_P50(Series.RESPONSE, Statistic.P50),
  RESPONSE_P90(Series.RESPONSE, Statistic.P90),
  RESPONSE_P95(Series.RESPONSE, Statistic.P95),
  RESPONSE_P99(Series.RESPONSE, Statistic.P99),
  RESPONSE_P999(Series.RESPONSE, Statistic.P999),
  RESPONSE_MAX(Series.RESPONSE, Statistic.MAX),
  RESPONSE_COUNT(Series.RESPONSE, Statistic.COUNT),
  SEND_LAG_P50(Series.SEND_LAG, Statistic.P50),
  SEND_LAG_P90(Series.SEND_LAG, Statistic.P90),
  SEND_LAG_P95(Series.SEND_LAG, Statistic.P95),
  SEND_LAG_P99(Series.SEND_LAG, Statistic.P99),
  SEND_LAG_P999(Series.SEND_LAG, Statistic.P999),
  SEND_LAG_MAX(Series.SEND_LAG, Statistic.MAX),
  SEND_LAG_COUNT(Series.SEND_LAG, Statistic.COUNT),
  MESSAGE_UP_P50(Series.MESSAGE_UP, Statistic.P50),
  MESSAGE_UP_P90(Series.MESSAGE_UP, Statistic.P90),
  MESSAGE_UP_P95(Series.MESSAGE_UP, Statistic.P95),
  MESSAGE_UP_P99(Series.MESSAGE_UP, Statistic.P99),
  MESSAGE_UP_P999(Series.MESSAGE_UP, Statistic.P999),
  MESSAGE_UP_MAX(Series.MESSAGE_UP, Statistic.MAX),
  MESSAGE_UP_COUNT(Series.MESSAGE_UP, Statistic.COUNT),
  MESSAGE_DOWN_P50(Series.MESSAGE_DOWN, Statistic.P50),
  MESSAGE_DOWN_P90(Series.MESSAGE_DOWN, Statistic.P90),
  MESSAGE_DOWN_P95(Series.MESSAGE_DOWN, Statistic.P95),
  MESSAGE_DOWN_P99(Series.MESSAGE_DOWN, Statistic.P99),
  MESSAGE_DOWN_P999(Series.MESSAGE_DOWN, Statistic.P999),
  MESSAGE_DOWN_MAX(Series.MESSAGE_DOWN, Statistic.MAX),
  MESSAGE_DOWN_COUNT(Series.MESSAGE_DOWN, Statistic.COUNT),
  PUSH_P50(Series.PUSH, Statistic.P50),
  PUSH_P90(Series.PUSH, Statistic.P90),
  PUSH_P95(Series.PUSH, Statistic.P95),
  PUSH_P99(Series.PUSH, Statistic.P99),
  PUSH_P999(Series.PUSH, Statistic.P999),
  PUSH_MAX(Series.PUSH, Statistic.MAX),
  PUSH_COUNT(Series.PUSH, Statistic.COUNT),
  RATE_ASKED("rate.asked", "1/s", "RPCs per second that the schedule of an open loop had"),
  RATE_SENT("rate.sent", "1/s", "RPCs per second that were sent while that schedule ran"),
  GOODPUT("goodput", "MB/s", "the application's payload, both ways together, by time"),
  TRANSFER_BYTES_3S("transfer.bytes.3s", "B", "bytes in the first three seconds of a transfer"),
  TRANSFER_RATE_STEADY("transfer.rate.steady", "MB/s", "bytes by time after those"),
  CPU_CLIENT_PER_GIB(
      "cpu.client.per.gib", "us", "CPU time of the client's threads for a GiB of payload"),
  CPU_SERVER_PER_GIB(
      "cpu.server.per.gib", "us", "CPU time of the server's threads for a GiB of payload"),
  CPU_PROCESS_PER_GIB("cpu.process.per.gib", "us", "CPU time of the process for a GiB of payload"),
  LATENCY_LOSS_P50(Series.LATENCY_LOSS, Statistic.P50),
  LATENCY_LOSS_P90(Series.LATENCY_LOSS, Statistic.P90),
  LATENCY_LOSS_P99(Series.LATENCY_LOSS, Statistic.P99),
  LATENCY_LOSS_MAX(Series.LATENCY_LOSS, Statistic.MAX),
  LATENCY_LOSS_MEAN(Series.LATENCY_LOSS, Statistic.MEAN),
  LATENCY_LOSS_COUNT(Series.LATENCY_LOSS, Statistic.COUNT),
  LATENCY_LOSS_PREDICTED_P50(Series.LATENCY_LOSS_PREDICTED, Statistic.P50),
  LATENCY_LOSS_PREDICTED_MEAN(Series.LATENCY_LOSS_PREDICTED, Statistic.MEAN),
  LATENCY_LOSS_PREDICTED_COUNT(Series.LATENCY_LOSS_PREDICTED, Statistic.COUNT),
  LATENCY_VICTIM_P50(Series.LATENCY_VICTIM, Statistic.P50),
  LATENCY_VICTIM_P90(Series.LATENCY_VICTIM, Statistic.P90),
  LATENCY_VICTIM_P99(Series.LATENCY_VICTIM, Statistic.P99),
  LATENCY_VICTIM_MAX(Series.LATENCY_VICTIM, Statistic.MAX),
  LATENCY_VICTIM_COUNT(Series.LATENCY_VICTIM, Statistic.COUNT),
  LOSS_REQUEST("loss.request", "1", "RPCs slowed by a lost packet of their request", Total.SUM),
  LOSS_RESPONSE("loss.response", "1", "RPCs slowed by a lost packet of their response", Total.SUM),
  LOSS_ACK("loss.ack", "1", "RPCs slowed by a lost acknowledgement", Total.SUM),
  LOSS_VICTIM("loss.victim", "1", "RPCs slowed by another's loss on their connection", Total.SUM),
  LOSS_HANDSHAKE("loss.handshake", "1", "RPCs slowed by a lost handshake packet", Total.SUM),
  LOSS_AMBIGUOUS(
      "loss.ambiguous", "1", "RPCs slowed while a packet was lost, whose is not known", Total.SUM),
  LOSS_HARMLESS("loss.harmless", "1", "RPCs not slowed by a loss while in flight", Total.SUM),
  LOSS_THRESHOLD("loss.threshold", "us", "the clean RPCs' p99: what takes longer is slow"),
  LATENCY_SLOW_P50(
      "latency.slow.p50",
      "us",
      "median latency of the RPCs that took longer than the link alone explains: a packet was"
          + " lost"),
  LATENCY_SLOW_SHARE("latency.slow.share", "%", "how many of all RPCs those are"),
  LATENCY_MODEL_P50("latency.model.p50", "us", "the median that link and timers predict"),
  LATENCY_MODEL_P99("latency.model.p99", "us", "likewise, the 99 % quantile"),
  LATENCY_MODEL_P999("latency.model.p999", "us", "likewise, the 99.9 % quantile"),
  LATENCY_MODEL_LOSS("latency.model.loss", "us", "likewise, latency given that a packet was lost"),
  CPU_CLIENT("cpu.client", "us", "CPU time of the client's threads"),
  CPU_SERVER("cpu.server", "us", "CPU time of the server's threads"),
  CPU_GC("cpu.gc", "us", "CPU time of the collector's threads, the VM thread included"),
  CPU_JIT("cpu.jit", "us", "CPU time of the compiler's threads"),
  CPU_OTHER("cpu.other", "us", "CPU time of all other threads of the process"),
  CPU_PROCESS("cpu.process", "us", "CPU time of the process, from its own clock"),
  CPU_LINK("cpu.link", "us", "CPU time of the link emulator, a process of its own"),
  CPU_CLIENT_KERNEL("cpu.client.kernel", "us", "the part of cpu.client that the kernel spent"),
  CPU_CLIENT_KERNEL_ERROR(
      "cpu.client.kernel.error", "us", "half of its 95 % interval: it is sampled by the tick"),
  CPU_SERVER_KERNEL("cpu.server.kernel", "us", "the part of cpu.server that the kernel spent"),
  CPU_SERVER_KERNEL_ERROR(
      "cpu.server.kernel.error", "us", "half of its 95 % interval: it is sampled by the tick"),
  CPU_CLIENT_MEAN("cpu.client.mean", "%", "the client's threads' use of one core"),
  CPU_CLIENT_PEAK("cpu.client.peak", "%", "the same in the busiest tenth of a second", Total.MAX),
  CPU_CLIENT_SPIN(
      "cpu.client.spin", "%", "the part of cpu.client.mean that only looked at the clock"),
  CPU_SERVER_MEAN("cpu.server.mean", "%", "the server's threads' use of one core"),
  CPU_SERVER_PEAK("cpu.server.peak", "%", "the same in the busiest tenth of a second", Total.MAX),
  SWITCHES_CLIENT_VOLUNTARY(
      "switches.client.voluntary", "1", "times that the client's threads waited for something"),
  SWITCHES_CLIENT_INVOLUNTARY(
      "switches.client.involuntary", "1", "times that the client's threads lost their core"),
  SWITCHES_SERVER_VOLUNTARY(
      "switches.server.voluntary", "1", "times that the server's threads waited for something"),
  SWITCHES_SERVER_INVOLUNTARY(
      "switches.server.involuntary", "1", "times that the server's threads lost their core"),
  SYSCALLS("syscalls", "1", "system calls of both sides, in a warm-up iteration"),
  SYSCALLS_CLIENT("syscalls.client", "1", "system calls of the client's threads, likewise"),
  SYSCALLS_SERVER("syscalls.server", "1", "system calls of the server's threads, likewise"),
  ALLOC_CLIENT("alloc.client", "B", "heap allocated by the client's threads"),
  ALLOC_SERVER("alloc.server", "B", "heap allocated by the server's threads"),
  ALLOC_PROCESS("alloc.process", "B", "heap allocated by all threads"),
  MEMORY_RSS("memory.rss", "MiB", "resident memory of the process at an iteration's end"),
  MEMORY_RSS_PEAK("memory.rss.peak", "MiB", "its most since the process began", Total.MAX),
  MEMORY_DIRECT(
      "memory.direct", "MiB", "direct memory that Netty's allocator holds, pooled and in use"),
  WIRE_BYTES_UP("wire.bytes.up", "B", "bytes of IP packets entering the link from the client"),
  WIRE_BYTES_DOWN("wire.bytes.down", "B", "bytes of IP packets entering the link from the server"),
  WIRE_PACKETS_UP("wire.packets.up", "1", "IP packets entering the link from the client"),
  WIRE_PACKETS_DOWN("wire.packets.down", "1", "IP packets entering the link from the server"),
  WIRE_OVERHEAD("wire.overhead", "B", "wire bytes both ways less the application's payload bytes"),
  WIRE_PACKET_MEAN_UP("wire.packet.mean.up", "B", "mean size of the packets up"),
  WIRE_PACKET_MEAN_DOWN("wire.packet.mean.down", "B", "mean size of the packets down"),
  WIRE_RECORDS("wire.tls.records", "1", "TLS records, both ways"),
  WIRE_FRAMES("wire.frames", "1", "frames of HTTP/2, HTTP/3 or QUIC, both ways"),
  WIRE_ACKS_UP("wire.acks.up", "1", "packets from the client that hold no data"),
  WIRE_ACKS_DOWN("wire.acks.down", "1", "packets from the server that hold no data"),
  WIRE_RETRANSMITTED_UP("wire.retransmitted.up", "1", "packets that the client sent again"),
  WIRE_RETRANSMITTED_DOWN("wire.retransmitted.down", "1", "packets that the server sent again"),
  RPC_COMPLETED("rpc.completed", "1", "RPCs completed and verified, in the whole trial", Total.SUM),
  RPC_FAILED("rpc.failed", "1", "RPCs that failed, in the whole trial", Total.SUM),
  RPC_PER_WAKEUP("rpc.per.wakeup", "1", "RPCs completed each time that the client's loop woke up"),
  CONNECTIONS("connections", "1", "connections that the client opened for the measured RPCs"),
  SCORE("score", "1/s", "JMH's primary score, of a benchmark that sends no RPC"),
  FRAMING_TIME("framing.time", "ns", "time of a codec for one message"),
  FRAMING_ALLOC("framing.alloc", "B", "heap that a codec allocates for one message"),
  FRAMING_WIRE_BYTES("framing.wire.bytes", "B", "bytes that a codec makes of one message"),
  FRAMING_OVERHEAD("framing.overhead", "B", "those bytes less the content that it was given");

  /** How the readings of iterations and forks become one value. */
  public enum Total {
    /** The mean over iterations, then over forks. */
    MEAN,
    /** The sum over all. */
    SUM,
    /** The most of all. */
    MAX,
    /** Read from the merged histogram of its series; never averaged. */
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
  private final Series series;
  private final Statistic statistic;

  FigureName(String label, String unit, String description) {
    this(label, unit, description, Total.MEAN);
  }

  FigureName(String label, String unit, String description, Total total) {
    this.label = label;
    this.unit = unit;
    this.description = description;
    this.total = total;
    this.series = null;
    this.statistic = null;
  }

  FigureName(Series series, Statistic statistic) {
    this.label = series.label() + "." + statistic.suffix();
    this.unit = statistic == Statistic.COUNT ? "1" : "us";
    this.description = describe(series, statistic);
    this.total = Total.HISTOGRAM;
    this.series = series;
    this.statistic = statistic;
  }

  private static String describe(Series series, Statistic statistic) {
    switch (statistic) {
      case COUNT:
        return "how many times the quantiles rest on, in the whole trial: " + series.description();
      case MEAN:
        return "the mean " + series.description();
      case MAX:
        return "the longest " + series.description();
      default:
        return "the %.1f %% quantile of the ".formatted(100 * statistic.quantile())
            + series.description();
    }
  }

  /** The dotted name, stable over versions; also what JSON calls it. */
  @JsonValue
  public String label() {
    return label;
  }

  /**
   * {@code us}, {@code ns}, {@code B}, {@code MiB}, {@code %}, {@code 1/s}, {@code MB/s}, or {@code
   * 1} for a count.
   */
  public String unit() {
    return unit;
  }

  public String description() {
    return description;
  }

  public Total total() {
    return total;
  }

  /** Null for what no histogram is kept of. */
  public Series series() {
    return series;
  }

  /** Whether it tells what lost packets did to RPCs. */
  public boolean isOfLosses() {
    return label.startsWith("loss.")
        || label.startsWith(Series.LATENCY_LOSS.label() + ".")
        || series == Series.LATENCY_VICTIM;
  }

  /** Null where {@link #series} is. */
  Statistic statistic() {
    return statistic;
  }

  /** Null when there is none of that label. */
  @JsonCreator
  public static FigureName ofLabel(String label) {
    return BY_LABEL.get(label);
  }
}
