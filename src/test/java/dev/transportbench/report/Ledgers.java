package dev.transportbench.report;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A small ledger with one of everything that a report must show. */
final class Ledgers {
  private static final String UNARY = "dev.transportbench.benchmark.UnaryRpcBenchmark.call";
  private static final String TLS13 = "TLSv1.3";

  private Ledgers() {}

  static Ledger sample() {
    List<CellRecord> cells = new ArrayList<>();
    cells.add(
        ok(
            "tcp",
            "clean",
            "veth",
            "1",
            24_000,
            1,
            Map.of("client.congestion", "cubic", "server.congestion", "cubic")));
    cells.add(ok("tls", "clean", "veth", "1", 21_000, 1.3, Map.of("client.tls.version", TLS13)));
    cells.add(ok("quic", "clean", "veth", "1", 9000, 3, Map.of("client.tls.version", "TLSv1.2")));
    cells.add(ok("tcp", "clean", "veth", "32", 240_000, 0.4, Map.of()));
    cells.add(ok("tcp", "cellular", "tun", "1", 32.5, 20, Map.of()));
    cells.add(without("tls", "cellular", "tun", Status.failed, "fork 1: boom | bang (logs/x.log)"));
    cells.add(without("quic", "cellular", "tun", Status.notRun, "no /dev/net/tun"));
    cells.add(ok("null-20us", "clean", "loopback", "1", 48_000, 0.9, Map.of()));
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("commit", "c0ffee");
    environment.put("dirty", true);
    environment.put("cores", 2);
    environment.put("forkJvmArgs", List.of("-Xmx1g", "-XX:+UseSerialGC"));
    return new Ledger(
        Ledger.SCHEMA_VERSION,
        "sample",
        "What does one RPC cost?",
        new Ledger.Asked(
            "A sample.",
            "made by hand",
            "tcp is the cheapest",
            2,
            "1 × 1 s",
            "2 × 2 s",
            List.of(new Ledger.Contrast("transport", "tcp", "tls")),
            List.of(new Ledger.LeftOut("key[a=1]", "excluded by the study"))),
        environment,
        cells);
  }

  static CellRecord ok(
      String transport,
      String impairment,
      String backend,
      String concurrency,
      double perSecond,
      double cpuFactor,
      Map<String, String> terms) {
    Map<String, Figure> figures = new LinkedHashMap<>();
    for (FigureName name : FigureName.values()) {
      figures.put(name.label(), new Figure(7.0, name.unit(), List.of(7.0, 7.0), null));
    }
    put(figures, FigureName.THROUGHPUT, perSecond);
    put(figures, FigureName.LATENCY_P50, transport.startsWith("null") ? 20.12 : 1e6 / perSecond);
    put(figures, FigureName.LATENCY_COUNT, perSecond * 8);
    put(figures, FigureName.CPU_CLIENT, 12 * cpuFactor);
    put(figures, FigureName.CPU_SERVER, 10 * cpuFactor);
    put(figures, FigureName.CPU_GC, 0.5 * cpuFactor);
    put(figures, FigureName.CPU_JIT, 0.25 * cpuFactor);
    put(figures, FigureName.CPU_OTHER, 0.05 * cpuFactor);
    put(figures, FigureName.CPU_PROCESS, 22.9 * cpuFactor);
    put(figures, FigureName.ALLOC_CLIENT, 1832.4);
    put(figures, FigureName.WIRE_BYTES_UP, 1116.0);
    if (backend.equals("tun")) {
      figures.put("latency.p99", new Figure(null, "us", List.of(), "n = 260: needs 1000"));
    } else {
      figures.put(
          "cpu.link", new Figure(null, "us", List.of(), "backend " + backend + " has no emulator"));
    }
    return new CellRecord(
        key(transport, impairment, backend, concurrency),
        UNARY,
        "thrpt",
        params(transport, impairment, backend, concurrency),
        new CellRecord.LinkRecord(
            new TreeMap<>(
                Map.of(
                    "profile",
                    impairment,
                    "source",
                    "made by hand",
                    "up",
                    Map.of("owdMillis", 15, "lossFraction", 0.005))),
            List.of(
                Map.of("up", Map.of("delayMeanMillis", 14.98, "lossFraction", 0.0048)),
                Map.of(
                    "up",
                    Map.of("delayMeanMillis", 15.03, "lossFraction", 0.0053),
                    "warnings",
                    backend.equals("tun") ? List.of("late by 2 ms") : List.of()))),
        Status.ok,
        null,
        2,
        terms,
        backend.equals("tun") ? List.of(losses(3), losses(1)) : List.of(Map.of(), Map.of()),
        figures);
  }

  private static Map<String, Object> losses(int count) {
    return Map.of(
        "losses",
        Map.of(
            "rows",
            List.of(
                Map.of(
                    "kind",
                    "request",
                    "recovery",
                    "tail loss probe",
                    "count",
                    count,
                    "latencyMicros",
                    260_000.0 + count,
                    "predictedMicros",
                    250_000.0),
                Map.of(
                    "kind",
                    "ambiguous",
                    "recovery",
                    "unknown",
                    "count",
                    1,
                    "latencyMicros",
                    90_000.0))));
  }

  private static CellRecord without(
      String transport, String impairment, String backend, Status status, String why) {
    return new CellRecord(
        key(transport, impairment, backend, "1"),
        UNARY,
        "thrpt",
        params(transport, impairment, backend, "1"),
        new CellRecord.LinkRecord(Map.of(), List.of()),
        status,
        why,
        0,
        Map.of(),
        List.of(),
        Map.of());
  }

  private static void put(Map<String, Figure> figures, FigureName name, double value) {
    figures.put(name.label(), new Figure(value, name.unit(), List.of(value, value), null));
  }

  private static String key(String transport, String impairment, String backend, String n) {
    String params = params(transport, impairment, backend, n).toString().replace(", ", ",");
    return UNARY + "[" + params.substring(1, params.length() - 1) + "]";
  }

  private static Map<String, String> params(
      String transport, String impairment, String backend, String concurrency) {
    return new TreeMap<>(
        Map.of(
            "transport", transport,
            "impairment", impairment,
            "backend", backend,
            "concurrency", concurrency,
            "payloadBytes", "1024"));
  }
}
