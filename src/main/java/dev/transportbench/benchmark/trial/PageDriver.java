package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.PageModel;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Loads one page after the other, each over connections of its own: the document as soon as a
 * request can be sent, and all that it refers to when the whole of it is there. A completion is a
 * page. {@link Series#CONNECT}, {@link Series#TTFB} (the document's) and {@link Series#PAGE} count
 * from the connection's start, {@link Series#LATENCY} from each resource's request.
 */
final class PageDriver implements Driver, RpcClient.ResponseHandler {
  private static final int OPEN_AT_MOST = 4;

  /**
   * What the server may need to see the end of the one handshake that both ends are asked about.
   */
  private static final long FIRST_SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final List<FigureName> BY_CONNECTION =
      List.of(
          FigureName.WIRE_ACKS_UP,
          FigureName.WIRE_ACKS_DOWN,
          FigureName.WIRE_RETRANSMITTED_UP,
          FigureName.WIRE_RETRANSMITTED_DOWN);

  private static final String WHAT = "a page";
  private static final int FIRST_ID = 1 << 21;

  private final ClientEnd end;
  private final ClientLoop loop;
  private final PageModel page;
  private final List<Request> requests = new ArrayList<>();
  private final List<ResponseCheck> checks = new ArrayList<>();
  private final long[] sentNanos;
  private final Map<Series, Histogram> times = new EnumMap<>(Series.class);
  private final UsedClients used;

  private RpcClient client;
  private int pages;
  private int answered;
  private long completed;
  private long failed;
  private long startNanos;
  private long firstByteNanos;
  private RpcFailedException failure;

  PageDriver(ClientEnd end, PageModel page) {
    this.end = end;
    this.page = page;
    loop = new ClientLoop(end.loop());
    for (PageModel.Resource resource : page.resources()) {
      Errands errands = new Errands(RpcService.DOWNLOAD, resource.bytes());
      requests.add(errands.request());
      checks.add(errands.check());
    }
    sentNanos = new long[requests.size()];
    for (Series series :
        List.of(Series.LATENCY, Series.CONNECT, Series.HANDSHAKE, Series.TTFB, Series.PAGE)) {
      times.put(series, LatencyHistograms.create());
    }
    used = new UsedClients(loop, end.settings(), OPEN_AT_MOST, times.get(Series.HANDSHAKE));
  }

  @Override
  public void completeOne() {
    used.makeRoom();
    answered = 0;
    firstByteNanos = 0;
    startNanos = System.nanoTime();
    Future<RpcClient> connecting = end.connector().apply(end.settings().terms().handshake());
    connecting.addListener(done -> connected(connecting));
    while (answered < requests.size()) {
      throwFailure();
      loop.runOnce(startNanos, WHAT);
    }
    throwFailure();
    record(Series.PAGE, System.nanoTime() - startNanos);
    completed++;
    used.add(client);
    if (pages++ == 0) {
      loop.runFor(end.settings().rttNanos() + FIRST_SETTLE_NANOS);
    }
  }

  private void connected(Future<RpcClient> connecting) {
    if (!connecting.isSuccess()) {
      fail("connecting failed: " + connecting.cause(), connecting.cause());
      return;
    }
    client = connecting.getNow();
    record(Series.CONNECT, System.nanoTime() - startNanos);
    send(0);
    client.flush();
  }

  private void send(int resource) {
    sentNanos[resource] = System.nanoTime();
    client.call(FIRST_ID + resource, requests.get(resource), this);
  }

  @Override
  public void onBytes(int id, int bytes) {
    if (firstByteNanos == 0) {
      firstByteNanos = System.nanoTime();
      record(Series.TTFB, firstByteNanos - startNanos);
    }
  }

  @Override
  public void onResponse(int id, Response response) {
    int resource = id - FIRST_ID;
    String problem = checks.get(resource).problem(response);
    if (problem != null) {
      fail(problem, null);
      return;
    }
    record(Series.LATENCY, System.nanoTime() - sentNanos[resource]);
    answered++;
    if (resource == 0) {
      for (int next = 1; next < requests.size(); next++) {
        send(next);
      }
      client.flush();
    }
  }

  @Override
  public void onFailure(int id, Throwable cause) {
    fail(cause.toString(), cause);
  }

  @Override
  public void abort(String why) {
    fail(why, null);
  }

  private void fail(String why, Throwable cause) {
    failed++;
    if (failure == null) {
      failure = new RpcFailedException(why, cause);
    }
  }

  private void throwFailure() {
    if (failure != null) {
      throw failure;
    }
  }

  private void record(Series series, long nanos) {
    times.get(series).recordValue(Math.min(nanos, LatencyHistograms.MAX_NANOS));
  }

  /** The very first page's connections stay, so that both ends can be asked about them. */
  @Override
  public void drain() {
    if (pages > 1) {
      used.discardAll();
    }
  }

  @Override
  public void resetCounts() {
    used.discardAll();
    times.values().forEach(Histogram::reset);
    completed = 0;
    failed = 0;
  }

  @Override
  public long completed() {
    return completed;
  }

  @Override
  public long failed() {
    return failed;
  }

  @Override
  public long wakeups() {
    return completed;
  }

  @Override
  public long payloadBytes() {
    return page.bytes() * completed;
  }

  @Override
  public Map<Series, Histogram> times() {
    return times;
  }

  @Override
  public Map<FigureName, Reading> readings() {
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    readings.put(FigureName.CONNECTIONS, Reading.of(completed * (double) used.mostConnections()));
    Reading none = Reading.notAvailable("counted by connection, and each lives for one page");
    BY_CONNECTION.forEach(name -> readings.put(name, none));
    TrialSettings settings = end.settings();
    readings.putAll(FirstByte.readings(settings, times.get(Series.TTFB)));
    readings.putAll(pageReadings(settings));
    return readings;
  }

  private Map<FigureName, Reading> pageReadings(TrialSettings settings) {
    Transport transport = settings.transport();
    if (transport.traits().contains(Trait.IN_MEMORY)) {
      Reading none = Reading.notAvailable("no packets, no round trips");
      return Map.of(
          FigureName.PAGE_RTTS,
          none,
          FigureName.PAGE_MODEL_RTTS,
          none,
          FigureName.PAGE_MODEL,
          none);
    }
    int least =
        FirstByte.model(settings).firstByte()
            + page.leastRoundTripsAfterFirstByte(
                transport.connections(settings.concurrency()),
                transport.traits().contains(Trait.MULTIPLEXED));
    return Map.of(
        FigureName.PAGE_RTTS, FirstByte.inRoundTrips(times.get(Series.PAGE), settings),
        FigureName.PAGE_MODEL_RTTS, Reading.of(least),
        FigureName.PAGE_MODEL, Reading.of(least * settings.rttNanos() / 1e3));
  }

  @Override
  public List<String> violations() {
    return used.violations();
  }

  @Override
  public void close() {
    used.close();
  }
}
