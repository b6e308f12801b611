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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Loads one page after the other, each over connections of its own: the document as soon as a
 * request can be sent, and all that it refers to when the whole of it is there. A completion is a
 * page. {@link Series#CONNECT}, {@link Series#TTFB} (the document's) and {@link Series#PAGE} count
 * from the connection's start, {@link Series#LATENCY} from each resource's request.
 */
final class PageDriver extends NewConnectionsDriver {
  private static final int OPEN_AT_MOST = 4;

  private final PageModel page;
  private final List<Request> requests = new ArrayList<>();
  private final List<ResponseCheck> checks = new ArrayList<>();
  private final long[] sentNanos;

  private RpcClient client;
  private int answered;

  PageDriver(ClientEnd end, PageModel page) {
    super(
        end,
        "a page",
        OPEN_AT_MOST,
        List.of(Series.LATENCY, Series.CONNECT, Series.TTFB, Series.PAGE));
    this.page = page;
    for (PageModel.Resource resource : page.resources()) {
      Errands errands = new Errands(RpcService.DOWNLOAD, resource.bytes());
      requests.add(errands.request());
      checks.add(errands.check());
    }
    sentNanos = new long[requests.size()];
  }

  @Override
  void begin() {
    answered = 0;
  }

  @Override
  void connected(RpcClient opened) {
    client = opened;
    record(Series.CONNECT, System.nanoTime() - startNanos());
    send(0);
  }

  private void send(int resource) {
    sentNanos[resource] = System.nanoTime();
    client.call(FIRST_ID + resource, requests.get(resource), this);
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
  boolean isDone() {
    return answered == requests.size();
  }

  @Override
  void finish() {
    record(Series.PAGE, System.nanoTime() - startNanos());
  }

  @Override
  public long payloadBytes() {
    return page.bytes() * completed();
  }

  @Override
  public Map<FigureName, Reading> readings() {
    Map<FigureName, Reading> readings = super.readings();
    readings.putAll(pageReadings());
    return readings;
  }

  private Map<FigureName, Reading> pageReadings() {
    TrialSettings settings = settings();
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
        FigureName.PAGE_RTTS, FirstByte.inRoundTrips(times().get(Series.PAGE), settings),
        FigureName.PAGE_MODEL_RTTS, Reading.of(least),
        FigureName.PAGE_MODEL, Reading.of(least * settings.rttNanos() / 1e3));
  }
}
