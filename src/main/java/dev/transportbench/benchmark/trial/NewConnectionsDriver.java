package dev.transportbench.benchmark.trial;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import io.netty.util.concurrent.Future;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Does the same thing again and again, each time from nothing: connects, has it done, and leaves
 * the connections to be closed later. A completion is one such visit. {@link Series#TTFB} and
 * whatever else its subclass says count from the connection's start.
 */
abstract class NewConnectionsDriver implements Driver, RpcClient.ResponseHandler {
  /** Ids of 2^21 to 2^28 − 1 take four bytes as varint. */
  static final int FIRST_ID = 1 << 21;

  /** What both ends may need to see the end of the one handshake that they are asked about. */
  private static final long FIRST_SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  /** What is counted on a connection, of connections that come and go. */
  private static final List<FigureName> BY_CONNECTION =
      List.of(
          FigureName.WIRE_ACKS_UP,
          FigureName.WIRE_ACKS_DOWN,
          FigureName.WIRE_RETRANSMITTED_UP,
          FigureName.WIRE_RETRANSMITTED_DOWN);

  private final ClientEnd end;
  private final ClientLoop loop;
  private final String what;
  private final Map<Series, Histogram> times = new EnumMap<>(Series.class);
  private final UsedClients used;

  private RpcClient client;
  private int visits;
  private long completed;
  private long failed;
  private long startNanos;
  private long firstByteNanos;
  private RpcFailedException failure;

  /**
   * @param what is done, as a complaint says it: {@code a page}
   * @param openAtMost clients that are kept until they are closed together
   * @param recorded beside the handshake's time
   */
  NewConnectionsDriver(ClientEnd end, String what, int openAtMost, List<Series> recorded) {
    this.end = end;
    this.what = what;
    loop = new ClientLoop(end.loop());
    recorded.forEach(series -> times.put(series, LatencyHistograms.create()));
    times.put(Series.HANDSHAKE, LatencyHistograms.create());
    used = new UsedClients(loop, end.settings(), openAtMost, times.get(Series.HANDSHAKE));
  }

  /** Forgets the visit before. */
  abstract void begin();

  /** In the loop, at the earliest moment: a request can leave with the handshake's last flight. */
  abstract void connected(RpcClient client);

  abstract boolean isDone();

  /** Records what there is to record of a visit that is done. */
  abstract void finish();

  @Override
  public final void completeOne() {
    if (visits == 0) {
      // The trial's own client is ready before its handshake is done where that is 0-RTT.
      loop.runFor(FIRST_SETTLE_NANOS);
    }
    used.makeRoom();
    firstByteNanos = 0;
    begin();
    startNanos = System.nanoTime();
    Future<RpcClient> connecting = end.connector().apply(end.settings().terms().handshake());
    connecting.addListener(done -> connected(connecting));
    while (!isDone()) {
      throwFailure();
      loop.runOnce(startNanos, what);
    }
    throwFailure();
    completed++;
    if (firstByteNanos != 0) {
      record(Series.TTFB, firstByteNanos - startNanos);
    }
    finish();
    used.add(client);
    if (visits++ == 0) {
      // Whoever asks both ends what they agreed on finds the handshake done at both.
      loop.runFor(end.settings().rttNanos() + FIRST_SETTLE_NANOS);
    }
  }

  private void connected(Future<RpcClient> connecting) {
    if (connecting.isSuccess()) {
      client = connecting.getNow();
      connected(client);
      client.flush();
    } else {
      fail("connecting failed: " + connecting.cause(), connecting.cause());
    }
  }

  final TrialSettings settings() {
    return end.settings();
  }

  final long startNanos() {
    return startNanos;
  }

  final void record(Series series, long nanos) {
    times.get(series).recordValue(Math.min(nanos, LatencyHistograms.MAX_NANOS));
  }

  final void fail(String why, Throwable cause) {
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

  @Override
  public final void onBytes(int id, int bytes) {
    if (firstByteNanos == 0) {
      firstByteNanos = System.nanoTime();
    }
  }

  @Override
  public final void onFailure(int id, Throwable cause) {
    fail(cause.toString(), cause);
  }

  @Override
  public final void abort(String why) {
    fail(why, null);
  }

  /** The very first connections stay, so that both ends can be asked about them. */
  @Override
  public final void drain() {
    if (visits > 1) {
      used.discardAll();
    }
  }

  @Override
  public final void resetCounts() {
    used.discardAll();
    times.values().forEach(Histogram::reset);
    completed = 0;
    failed = 0;
  }

  @Override
  public final long completed() {
    return completed;
  }

  @Override
  public final long failed() {
    return failed;
  }

  @Override
  public final long wakeups() {
    return completed;
  }

  @Override
  public final Map<Series, Histogram> times() {
    return times;
  }

  @Override
  public Map<FigureName, Reading> readings() {
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    readings.put(FigureName.CONNECTIONS, Reading.of(completed * (double) used.mostConnections()));
    Reading none = Reading.notAvailable("counted by connection, and these come and go");
    BY_CONNECTION.forEach(name -> readings.put(name, none));
    readings.putAll(FirstByte.readings(end.settings(), times.get(Series.TTFB)));
    return readings;
  }

  @Override
  public final List<String> violations() {
    return used.violations();
  }

  @Override
  public final void close() {
    used.close();
  }
}
