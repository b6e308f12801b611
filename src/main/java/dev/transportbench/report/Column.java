package dev.transportbench.report;

import dev.transportbench.ledger.FigureName;

/** The columns of the main table, in their order. */
enum Column {
  P50(FigureName.LATENCY_P50, "p50", true),
  P99(FigureName.LATENCY_P99, "p99", true),
  COUNT(FigureName.LATENCY_COUNT, "n", false),
  THROUGHPUT(FigureName.THROUGHPUT, "RPC/s", true),
  CPU_CLIENT(FigureName.CPU_CLIENT, "CPU client", true),
  CPU_SERVER(FigureName.CPU_SERVER, "CPU server", true),
  CPU_GC(FigureName.CPU_GC, "CPU gc", false),
  CPU_JIT(FigureName.CPU_JIT, "CPU jit", false),
  CPU_OTHER(FigureName.CPU_OTHER, "CPU other", false),
  CPU_PROCESS(FigureName.CPU_PROCESS, "CPU process", true),
  CPU_LINK(FigureName.CPU_LINK, "CPU link", false),
  ALLOC_CLIENT(FigureName.ALLOC_CLIENT, "heap client", true),
  ALLOC_SERVER(FigureName.ALLOC_SERVER, "heap server", true),
  BYTES_UP(FigureName.WIRE_BYTES_UP, "wire up", true),
  BYTES_DOWN(FigureName.WIRE_BYTES_DOWN, "wire down", true),
  PACKETS_UP(FigureName.WIRE_PACKETS_UP, "packets up", true),
  PACKETS_DOWN(FigureName.WIRE_PACKETS_DOWN, "packets down", true),
  OVERHEAD(FigureName.WIRE_OVERHEAD, "overhead", false),
  PER_WAKEUP(FigureName.RPC_PER_WAKEUP, "RPC/wake-up", false),
  CONNECTIONS(FigureName.CONNECTIONS, "connections", false);

  private final FigureName figure;
  private final String title;
  private final boolean compact;

  Column(FigureName figure, String title, boolean compact) {
    this.figure = figure;
    this.title = title;
    this.compact = compact;
  }

  FigureName figure() {
    return figure;
  }

  /** With its unit, where the name does not say it. */
  String title() {
    switch (figure.unit()) {
      case "us":
        return title + " µs";
      case "B":
        return title + " B";
      default:
        return title;
    }
  }

  /** Whether the terminal's table shows it too. */
  boolean compact() {
    return compact;
  }

  boolean isCpu() {
    return figure.label().startsWith("cpu.");
  }
}
