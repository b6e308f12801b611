package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.benchmark.RoundTripModel;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Opens one connection after the other, and makes one RPC on each as soon as it can be sent. All
 * times but {@link Series#LATENCY} and {@link Series#HANDSHAKE} count from the connection's start.
 *
 * <p>Connections are not closed one by one, where the farewell of one would meet the handshake of
 * the next at the server: {@value #OPEN_AT_MOST} stay open, and are then discarded together,
 * between two measured ones, with time for the news to arrive.
 */
final class ConnectionDriver implements Driver, RpcClient.ResponseHandler {
  private static final int OPEN_AT_MOST = 32;

  /** How often a connection is asked how it began: reading its terms takes system calls. */
  private static final int LOOKED_AT_EVERY = 8;

  /** What the machine needs to deal with the news that connections are closed. */
  private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** The same for the one connection that both ends are asked about. */
  private static final long FIRST_SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int FIRST_ID = 1 << 21;

  private final ClientEnd end;
  private final Handshake handshake;
  private final Request request;
  private final ResponseCheck check;
  private final int payloadBytes;
  private final long rttNanos;
  private final Map<Series, Histogram> times = new EnumMap<>(Series.class);
  private final List<RpcClient> open = new ArrayList<>();
  private final Map<String, Integer> begunOtherwise = new TreeMap<>();

  private int requestId = FIRST_ID;
  private int connections;
  private int lookedAt;
  private int mostConnections;
  private long completed;
  private long failed;
  private RpcClient client;
  private long startNanos;
  private long sentNanos;
  private long firstByteNanos;
  private long answeredNanos;
  private Throwable failure;

  ConnectionDriver(ClientEnd end) {
    this.end = end;
    handshake = end.settings().terms().handshake();
    payloadBytes = end.settings().payloadBytes();
    ByteString payload = Payloads.bytes(payloadBytes);
    request = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    check = new ResponseCheck(payload);
    rttNanos = rttNanos(end.settings());
    for (Series series :
        List.of(Series.LATENCY, Series.CONNECT, Series.HANDSHAKE, Series.TTFB, Series.TTLB)) {
      times.put(series, LatencyHistograms.create());
    }
  }

  /** A round trip of the link as asked, without what packets wait for each other. */
  private static long rttNanos(TrialSettings settings) {
    return Math.round(
        settings.profile().up().delay().meanNanos()
            + settings.profile().down().delay().meanNanos());
  }

  @Override
  public void completeOne() {
    if (open.size() == OPEN_AT_MOST) {
      discardAll();
    }
    client = null;
    firstByteNanos = 0;
    answeredNanos = 0;
    startNanos = System.nanoTime();
    Future<RpcClient> connecting = end.connector().apply(handshake);
    connecting.addListener(done -> connected(connecting));
    while (answeredNanos == 0) {
      throwFailure();
      runLoop(startNanos + ClosedLoopDriver.TIMEOUT_NANOS);
    }
    throwFailure();
    completed++;
    record(Series.LATENCY, answeredNanos - sentNanos);
    record(Series.CONNECT, sentNanos - startNanos);
    if (firstByteNanos != 0) {
      record(Series.TTFB, firstByteNanos - startNanos);
    }
    record(Series.TTLB, answeredNanos - startNanos);
    open.add(client);
    if (connections++ == 0) {
      // Whoever asks both ends what they agreed on finds the handshake done at both.
      runLoopFor(rttNanos + FIRST_SETTLE_NANOS);
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
    // Those that are discarded are answered already.
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
      throw (RpcFailedException) failure;
    }
  }

  private void runLoop(long deadlineNanos) {
    long left = deadlineNanos - System.nanoTime();
    if (left <= 0) {
      fail(
          "no response on a new connection within %d s"
              .formatted(TimeUnit.NANOSECONDS.toSeconds(ClosedLoopDriver.TIMEOUT_NANOS)),
          null);
      throwFailure();
    }
    end.loop().run(Math.min(left, MOST_WAIT_NANOS));
    if (Thread.currentThread().isInterrupted()) {
      throw new RpcFailedException("interrupted while connecting", null);
    }
  }

  private void runLoopFor(long nanos) {
    long deadline = System.nanoTime() + nanos;
    long left;
    while ((left = deadline - System.nanoTime()) > 0) {
      end.loop().run(left);
    }
  }

  private void record(Series series, long nanos) {
    times.get(series).recordValue(Math.min(nanos, LatencyHistograms.MAX_NANOS));
  }

  /** After the handshakes' last packets have arrived: 0-RTT is answered before they have. */
  private void discardAll() {
    if (open.isEmpty()) {
      return;
    }
    runLoopFor(rttNanos);
    List<Future<Void>> closing = new ArrayList<>();
    for (RpcClient opened : open) {
      opened.handshakeNanos().ifPresent(nanos -> record(Series.HANDSHAKE, nanos));
      mostConnections = Math.max(mostConnections, opened.connectionsOpened());
      if (closing.size() % LOOKED_AT_EVERY == 0) {
        lookAt(opened);
      }
      closing.add(opened.discard());
    }
    open.clear();
    long deadline = System.nanoTime() + ClosedLoopDriver.TIMEOUT_NANOS;
    for (Future<Void> each : closing) {
      while (!each.isDone()) {
        throwFailure();
        runLoop(deadline);
      }
    }
    runLoopFor(rttNanos + SETTLE_NANOS);
  }

  private void lookAt(RpcClient opened) {
    String begun = opened.negotiated().get("tls.handshake");
    lookedAt++;
    if (begun != null && !begun.equals(handshake.label())) {
      begunOtherwise.merge(begun, 1, Integer::sum);
    }
  }

  /** The very first connection stays, so that both ends can be asked about it. */
  @Override
  public void drain() {
    if (connections > 1) {
      discardAll();
    }
  }

  @Override
  public void resetCounts() {
    discardAll();
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
    readings.put(FigureName.CONNECTIONS, Reading.of(completed * (double) mostConnections));
    Reading none = Reading.notAvailable("counted by connection, and each lives for one RPC");
    for (FigureName name :
        List.of(
            FigureName.WIRE_ACKS_UP,
            FigureName.WIRE_ACKS_DOWN,
            FigureName.WIRE_RETRANSMITTED_UP,
            FigureName.WIRE_RETRANSMITTED_DOWN)) {
      readings.put(name, none);
    }
    model(readings);
    return readings;
  }

  private void model(Map<FigureName, Reading> readings) {
    TrialSettings settings = end.settings();
    if (settings.transport().traits().contains(Trait.IN_MEMORY)) {
      Reading none = Reading.notAvailable("no packets, no round trips");
      readings.put(FigureName.TTFB_MODEL_RTTS, none);
      readings.put(FigureName.TTFB_MODEL, none);
      readings.put(FigureName.TTFB_RTTS, none);
      return;
    }
    int roundTrips =
        RoundTripModel.of(settings.transport(), handshake, settings.terms().tlsVersion())
            .firstByte();
    readings.put(FigureName.TTFB_MODEL_RTTS, Reading.of(roundTrips));
    readings.put(FigureName.TTFB_MODEL, Reading.of(roundTrips * rttNanos / 1e3));
    Histogram firstBytes = times.get(Series.TTFB);
    readings.put(
        FigureName.TTFB_RTTS,
        rttNanos == 0 || firstBytes.getTotalCount() == 0
            ? Reading.notAvailable(
                rttNanos == 0 ? "the link adds no delay" : "no first byte was seen by itself")
            : Reading.of(firstBytes.getValueAtPercentile(50) / (double) rttNanos));
  }

  @Override
  public List<String> violations() {
    List<String> violations = new ArrayList<>();
    begunOtherwise.forEach(
        (label, count) ->
            violations.add(
                "handshake: %d of the %d connections looked at were %s, asked for was %s"
                    .formatted(count, lookedAt, label, handshake.label())));
    int declared = end.settings().connectionsDeclared();
    if (mostConnections > declared) {
      violations.add(
          "connections: a client opened %d, declared are %d".formatted(mostConnections, declared));
    }
    return violations;
  }

  @Override
  public void close() {
    // Open ones end with the loop; there are none after a drain.
    open.forEach(RpcClient::discard);
    open.clear();
  }
}
