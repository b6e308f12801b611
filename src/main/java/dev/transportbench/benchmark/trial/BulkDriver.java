package dev.transportbench.benchmark.trial;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.OverTime;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * One long transfer a window, each on a connection of its own: parts that follow each other, so
 * many of them asked for ahead that the sender always has bytes to send. A window begins with the
 * first request on a connection that is open and has sent nothing else.
 */
final class BulkDriver implements Driver, RpcClient.ResponseHandler {
  private static final int BINS_PER_SECOND = 10;
  private static final int START_SECONDS = 3;
  private static final int START_BINS = START_SECONDS * BINS_PER_SECOND;

  /** Of a steady part shorter than this nothing is said. */
  private static final int LEAST_STEADY_BINS = BINS_PER_SECOND;

  /** For the end of the connection before to be known to both ends. */
  private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final ClientEnd end;
  private final ClientLoop loop;
  private final Errands errands;
  private final boolean up;
  private final ByteTimeline timeline = new ByteTimeline();
  private final List<long[]> windows = new ArrayList<>();
  private final TreeSet<String> otherCongestion = new TreeSet<>();
  private RpcClient client;
  private ClosedLoopDriver parts;
  private boolean inWindow;
  private boolean begun;
  private boolean partsShow;
  private int mostConnections;

  BulkDriver(ClientEnd end, Errands errands) {
    this.end = end;
    this.errands = errands;
    loop = new ClientLoop(end.loop());
    up = errands.method().equals(RpcService.UPLOAD);
    open();
  }

  private void open() {
    TrialSettings settings = end.settings();
    client =
        loop.await(end.connector().apply(settings.terms().handshake()), "opening a connection");
    String congestion = client.negotiated().getOrDefault("congestion", Terms.NOT_AVAILABLE);
    if (!congestion.equals(settings.terms().congestion())
        && !congestion.equals(Terms.NOT_AVAILABLE)) {
      otherCongestion.add(congestion);
    }
    mostConnections = Math.max(mostConnections, client.connectionsOpened());
    partsShow = false;
    begun = false;
    parts =
        new ClosedLoopDriver(
            end.loop(),
            new Watched(),
            errands.request(),
            errands.check(),
            settings.concurrency(),
            ClosedLoopDriver.Loss.FAILS,
            errands.payloadBytesPerRpc(),
            null);
  }

  /** Puts this driver between client and parts. */
  private final class Watched implements RpcClient {
    @Override
    public void call(int requestId, Request request, ResponseHandler handler) {
      client.call(requestId, request, BulkDriver.this);
    }

    @Override
    public void cancel(int requestId) {
      client.cancel(requestId);
    }

    @Override
    public void flush() {
      client.flush();
    }

    @Override
    public int connectionsOpened() {
      return client.connectionsOpened();
    }

    @Override
    public Map<String, String> negotiated() {
      return client.negotiated();
    }

    @Override
    public Future<Void> close() {
      return client.close();
    }
  }

  @Override
  public void onBytes(int requestId, int bytes) {
    if (!up) {
      partsShow = true;
      timeline.add(System.nanoTime(), bytes);
    }
  }

  @Override
  public void onResponse(int requestId, Response response) {
    if (!partsShow) {
      timeline.add(System.nanoTime(), errands.payloadBytesPerRpc());
    }
    parts.onResponse(requestId, response);
  }

  @Override
  public void onFailure(int requestId, Throwable cause) {
    parts.onFailure(requestId, cause);
  }

  @Override
  public void completeOne() {
    if (!begun) {
      begun = true;
      timeline.start(System.nanoTime());
    }
    parts.completeOne();
  }

  @Override
  public void drain() {
    parts.drain();
    if (inWindow) {
      inWindow = false;
      windows.add(timeline.bytes());
    }
  }

  @Override
  public void resetCounts() {
    parts.close();
    loop.await(client.discard(), "closing a connection");
    loop.runFor(end.settings().rttNanos() + SETTLE_NANOS);
    open();
    inWindow = true;
  }

  @Override
  public void discardWindow() {
    windows.remove(windows.size() - 1);
  }

  @Override
  public long completed() {
    return parts.completed();
  }

  @Override
  public long failed() {
    return parts.failed();
  }

  @Override
  public long wakeups() {
    return parts.wakeups();
  }

  @Override
  public long payloadBytes() {
    return parts.payloadBytes();
  }

  @Override
  public Map<Series, Histogram> times() {
    return parts.times();
  }

  @Override
  public RpcClient counted(RpcClient ofTrial) {
    return client;
  }

  @Override
  public Map<FigureName, Reading> readings() {
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    readings.put(FigureName.CONNECTIONS, Reading.of(mostConnections));
    // The last tenth is not a whole one.
    int whole = timeline.length() - 1;
    String tooShort = "the transfer took %.1f s".formatted(timeline.length() / 10.0);
    readings.put(
        FigureName.TRANSFER_BYTES_3S,
        whole >= START_BINS
            ? Reading.of(timeline.bytes(0, START_BINS))
            : Reading.notAvailable(tooShort));
    int steady = whole - START_BINS;
    readings.put(
        FigureName.TRANSFER_RATE_STEADY,
        steady >= LEAST_STEADY_BINS
            ? Reading.of(timeline.bytes(START_BINS, whole) / 1e6 * BINS_PER_SECOND / steady)
            : Reading.notAvailable(tooShort));
    return readings;
  }

  /** Bytes by tenths of a second of each measured transfer, from its first request on. */
  @Override
  public Map<String, Object> evidence() {
    Map<String, OverTime> transfers = new LinkedHashMap<>();
    for (long[] bytes : windows) {
      transfers.put(
          "transfer " + (transfers.size() + 1), new OverTime("B", ByteTimeline.BIN_MILLIS, bytes));
    }
    return Map.of(OverTime.NAME, transfers);
  }

  @Override
  public List<String> violations() {
    List<String> violations = new ArrayList<>();
    for (String other : otherCongestion) {
      violations.add(
          "congestion: a transfer's connection ran %s, asked for was %s"
              .formatted(other, end.settings().terms().congestion()));
    }
    int declared = end.settings().connectionsDeclared();
    if (mostConnections > declared) {
      violations.add(
          "connections: a client opened %d, declared are %d".formatted(mostConnections, declared));
    }
    return violations;
  }

  @Override
  public void abort(String why) {
    parts.abort(why);
  }

  @Override
  public void close() {
    parts.close();
    client.discard();
  }
}
