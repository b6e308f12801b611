package dev.transportbench.report.html;

import dev.transportbench.ledger.CellKeys;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Layer;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.OverTime;
import dev.transportbench.ledger.StackProfile;
import dev.transportbench.report.Ledgers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Result folders to draw. */
final class Results {
  private static final int VALUES = 20_000;

  private Results() {}

  /** One of everything: layers, a codec's cell, figures over time, flame graphs, latency logs. */
  static Ledger one(Path folder) throws IOException {
    Ledger sample = Ledgers.sample();
    List<CellRecord> cells = new ArrayList<>();
    for (CellRecord cell : sample.cells()) {
      cells.add(cell.status() == CellRecord.Status.ok ? withMore(cell) : cell);
    }
    cells.add(codec());
    Ledger ledger =
        new Ledger(
            sample.schemaVersion(),
            sample.study(),
            "What does one RPC cost? </script><b>\"&amp;",
            sample.asked(),
            sample.environment(),
            cells);
    logs(ledger, folder, 2);
    Path flame = Files.createDirectories(folder.resolve("flame"));
    Files.writeString(
        flame.resolve("tcp-" + CellKeys.hash(cells.get(0).key()) + ".cpu.html"), "<p>flame");
    return ledger;
  }

  /** A copy of its figures for each of many combinations of parameters. */
  static Ledger many(Path folder, int transports, int links, int others) throws IOException {
    Ledger sample = Ledgers.sample();
    CellRecord like = sample.cells().get(0);
    Random random = new Random(1);
    List<CellRecord> cells = new ArrayList<>();
    for (int t = 0; t < transports; t++) {
      for (int l = 0; l < links; l++) {
        for (int o = 0; o < others; o++) {
          Map<String, String> params = new TreeMap<>(like.params());
          params.put("transport", "transport" + t);
          params.put("impairment", "link" + l);
          params.put("concurrency", String.valueOf(1 + o % 10));
          params.put("payloadBytes", String.valueOf(64 << (o / 10)));
          Map<String, Figure> figures = new LinkedHashMap<>();
          double by = random.nextDouble();
          like.figures().forEach((name, figure) -> figures.put(name, scaled(figure, by)));
          cells.add(like(like, params, figures));
        }
      }
    }
    Ledger ledger =
        new Ledger(sample.schemaVersion(), "many", "Many?", null, sample.environment(), cells);
    logs(ledger, folder, 1);
    return ledger;
  }

  private static Figure scaled(Figure figure, double by) {
    if (figure.value() == null) {
      return figure;
    }
    double value = figure.value() * (0.5 + by);
    return new Figure(value, figure.unit(), List.of(value * 0.99, value * 1.01), null);
  }

  private static CellRecord like(
      CellRecord cell, Map<String, String> params, Map<String, Figure> figures) {
    return new CellRecord(
        CellKeys.key(cell.benchmark(), params, cell.mode()),
        cell.benchmark(),
        cell.mode(),
        params,
        cell.link(),
        cell.status(),
        null,
        2,
        cell.terms(),
        List.of(
            Map.of(
                OverTime.NAME, Map.of("transfer 1", new OverTime("B", 100, List.of(1L, 2L, 4L)))),
            Map.of()),
        figures);
  }

  private static CellRecord withMore(CellRecord cell) {
    Map<String, Figure> figures = new LinkedHashMap<>(cell.figures());
    for (String side : StackProfile.SIDES) {
      for (Layer layer : List.of(Layer.KERNEL, Layer.NETTY, Layer.PROTOBUF)) {
        figures.put(
            StackProfile.figure(side, layer.label()), new Figure(3.0, "us", List.of(), null));
      }
    }
    return like(cell, cell.params(), figures);
  }

  private static CellRecord codec() {
    Map<String, String> params = Map.of("codec", "http2", "messageBytes", "128");
    return new CellRecord(
        CellKeys.key("x.FramingBenchmark.encode", params, "thrpt"),
        "x.FramingBenchmark.encode",
        "thrpt",
        params,
        new CellRecord.LinkRecord(Map.of(), List.of()),
        CellRecord.Status.ok,
        null,
        1,
        Map.of(),
        List.of(),
        Map.of("framing.time", new Figure(55.5, "ns", List.of(55.5), null)));
  }

  private static void logs(Ledger ledger, Path folder, int forks) throws IOException {
    Path latency = Files.createDirectories(folder.resolve("latency"));
    Histogram histogram = new Histogram(3);
    Random random = new Random(7);
    for (int i = 0; i < VALUES; i++) {
      histogram.recordValue(20_000 + (long) (-10_000 * Math.log(random.nextDouble())));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(bytes);
    log.outputLogFormatVersion();
    log.outputLegend();
    for (int fork = 0; fork < forks; fork++) {
      histogram.setTag("fork" + fork);
      log.outputIntervalHistogram(fork, fork + 1.0, histogram, 1000);
    }
    log.close();
    String text = bytes.toString(StandardCharsets.UTF_8);
    for (CellRecord cell : ledger.cells()) {
      if (cell.status() == CellRecord.Status.ok) {
        Files.writeString(latency.resolve("x-" + CellKeys.hash(cell.key()) + ".hlog"), text);
      }
    }
  }
}
