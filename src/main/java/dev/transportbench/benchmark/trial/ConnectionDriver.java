package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.util.concurrent.Future;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Opens one connection after the other, and makes one RPC on each as soon as it can be sent. All
 * times but {@link Series#LATENCY} and {@link Series#HANDSHAKE} count from the connection's start.
 */
final class ConnectionDriver implements Driver, RpcClient.ResponseHandler {
  private static final int OPEN_AT_MOST = 32;

  /**
   * What the server may need to see the end of the one handshake that both ends are asked about.
   */
  private static final long FIRST_SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  /** What is counted on a connection, of connections that come and go. */
  private static final List<FigureName> BY_CONNECTION =
      List.of(
          FigureName.WIRE_ACKS_UP,
          FigureName.WIRE_ACKS_DOWN,
          FigureName.WIRE_RETRANSMITTED_UP,
          FigureName.WIRE_RETRANSMITTED_DOWN);

  private static final String WHAT = "a new connection and its first response";
  private static final int FIRST_ID = 1 << 21;

  private final ClientEnd end;
  private final ClientLoop loop;
  private final Request request;
  private final ResponseCheck check;
  private final int payloadBytes;
  private final Map<Series, Histogram> times = new EnumMap<>(Series.class);
  private final UsedClients used;

  private int requestId = FIRST_ID;
  private int connections;
  private long completed;
  private long failed;
  private RpcClient client;
  private long startNanos;
  private long sentNanos;
  private long firstByteNanos;
  private long answeredNanos;
  private RpcFailedException failure;

  ConnectionDriver(ClientEnd end) {
    this.end = end;
    loop = new ClientLoop(end.loop());
    payloadBytes = end.settings().payloadBytes();
    ByteString payload = Payloads.bytes(payloadBytes);
    request = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    check = new ResponseCheck(payload);
    for (Series series :
        List.of(Series.LATENCY, Series.CONNECT, Series.HANDSHAKE, Series.TTFB, Series.TTLB)) {
      times.put(series, LatencyHistograms.create());
    }
    used = new UsedClients(loop, end.settings(), OPEN_AT_MOST, times.get(Series.HANDSHAKE));
  }

  @Override
  public void completeOne() {
    if (connections == 0) {
      // The trial's own client is ready before its handshake is done where that is 0-RTT.
      loop.runFor(FIRST_SETTLE_NANOS);
    }
    used.makeRoom();
    firstByteNanos = 0;
    answeredNanos = 0;
    startNanos = System.nanoTime();
    Future<RpcClient> connecting = end.connector().apply(end.settings().terms().handshake());
    connecting.addListener(done -> connected(connecting));
    while (answeredNanos == 0) {
      throwFailure();
      loop.runOnce(startNanos, WHAT);
    }
    throwFailure();
    completed++;
    record(Series.LATENCY, answeredNanos - sentNanos);
    record(Series.CONNECT, sentNanos - startNanos);
    if (firstByteNanos != 0) {
      record(Series.TTFB, firstByteNanos - startNanos);
    }
    record(Series.TTLB, answeredNanos - startNanos);
    used.add(client);
    if (connections++ == 0) {
      // Whoever asks both ends what they agreed on finds the handshake done at both.
      loop.runFor(end.settings().rttNanos() + FIRST_SETTLE_NANOS);
    }
  }

  /**
   * In the loop, at the earliest moment: the request can leave with the handshake's last flight.
   */
  private void connected(Future<RpcClient> connecting) {
    if (!connecting.isSuccess()) {
      fail("connecting failed: " + connecting.cause(), connecting.cause());
      return;
    }
    client = connecting.getNow();
    sentNanos = System.nanoTime();
    client.call(++requestId, request, this);
    client.flush();
  }

  @Override
  public void onBytes(int id, int bytes) {
    if (firstByteNanos == 0) {
      firstByteNanos = System.nanoTime();
    }
  }

  @Override
  public void onResponse(int id, Response response) {
    String problem = check.problem(response);
    if (problem != null) {
      fail(problem, null);
    } else {
      answeredNanos = System.nanoTime();
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

  /** The very first connection stays, so that both ends can be asked about it. */
  @Override
  public void drain() {
    if (connections > 1) {
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

  /** An echo's payload goes both ways. */
  @Override
  public long payloadBytes() {
    return 2L * payloadBytes * completed;
  }

  @Override
  public Map<Series, Histogram> times() {
    return times;
  }

  @Override
  public Map<FigureName, Reading> readings() {
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    readings.put(FigureName.CONNECTIONS, Reading.of(completed * (double) used.mostConnections()));
    Reading none = Reading.notAvailable("counted by connection, and each lives for one RPC");
    BY_CONNECTION.forEach(name -> readings.put(name, none));
    readings.putAll(FirstByte.readings(end.settings(), times.get(Series.TTFB)));
    return readings;
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
