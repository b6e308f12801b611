package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.forensics.RpcTimes;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Response;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * RPCs by a schedule. Allocates nothing per RPC.
 *
 * <p>Three times are kept of each: {@link Series#LATENCY} from the actual send, {@link
 * Series#RESPONSE} from the intended one, and {@link Series#SEND_LAG} between the two. A stall, of
 * the server or of this thread, so shows in the response times of all the RPCs that it delayed, not
 * only of the one that was in flight (Tene: How not to measure latency).
 *
 * <p>Ids ascend by one, so that a {@link SpreadClient} gives each of its connections a turn.
 */
class OpenLoopDriver extends ScheduledDriver implements RpcClient.ResponseHandler {
  private static final int SLOTS = 1 << 18;

  /**
   * As {@link ClosedLoopDriver}'s four bytes of varint, behind the ids of {@link MessageTraffic}. A
   * multiple of the slots, as the end is.
   */
  static final int FIRST_ID = 1 << 22;

  private static final int END_ID = 1 << 28;

  private final RpcClient client;
  private final int connections;
  private final PayloadMix mix;
  private final Settling settling;
  private final Supplier<Arrivals> schedules;
  private final ClosedLoopDriver.Loss loss;

  private final int[] inFlightIds = new int[SLOTS];
  private final byte[] kinds = new byte[SLOTS];
  private final long[] intendedNanos = new long[SLOTS];
  private final long[] sentNanos = new long[SLOTS];

  /** Of the next RPC, and of the oldest that may still be in flight. */
  private int nextId = FIRST_ID;

  private int oldestId = FIRST_ID;
  private int inFlight;

  private final Histogram latencies = LatencyHistograms.create();
  private final Histogram responses = LatencyHistograms.create();
  private final Histogram sendLags = LatencyHistograms.create();

  /** Null: nobody wants them. */
  private RpcTimes recorded;

  private Arrivals arrivals;
  private long startNanos;
  private long nextNanos;

  /**
   * @param connections how many clients {@code client} spreads the RPCs over
   * @param schedules a new one for each window
   * @param settling what goes before
   */
  OpenLoopDriver(
      Loop loop,
      RpcClient client,
      int connections,
      PayloadMix mix,
      Supplier<Arrivals> schedules,
      Clocks clocks,
      long timeoutNanos,
      Waiting waiting,
      ClosedLoopDriver.Loss loss,
      Settling settling) {
    super(loop, clocks, timeoutNanos, waiting);
    this.client = client;
    this.connections = connections;
    this.mix = mix;
    this.schedules = schedules;
    this.loss = loss;
    this.settling = settling;
  }

  @Override
  public void settle() {
    for (int i = 0; i < settling.rounds() * connections; i++) {
      awaitFewerInFlight(settling.atOnce());
      long now = now();
      send(now, now);
      client.flush();
    }
    drain();
  }

  @Override
  public void resetCounts() {
    super.resetCounts();
    latencies.reset();
    responses.reset();
    sendLags.reset();
  }

  /** Live, not a copy. */
  final Histogram sendLags() {
    return sendLags;
  }

  @Override
  void startSchedule(long now) {
    arrivals = schedules.get();
    startNanos = now;
    advance();
  }

  @Override
  long nextNanos() {
    return nextNanos;
  }

  @Override
  void skipNext() {
    advance();
  }

  private void advance() {
    nextNanos = startNanos + arrivals.nextNanos();
  }

  @Override
  void sendNext(long now) {
    sendLags.recordValue(Math.min(now - nextNanos, LatencyHistograms.MAX_NANOS));
    send(nextNanos, now);
    advance();
  }

  private void send(long intended, long now) {
    int slot = nextId & SLOTS - 1;
    if (inFlightIds[slot] != 0) {
      throw new RpcFailedException(
          "%d RPCs were sent since one that is still not answered: the server does not keep up with"
                  .formatted(SLOTS)
              + " the rate",
          null);
    }
    int id = nextId;
    nextId = following(id);
    int kind = mix.next();
    inFlightIds[slot] = id;
    kinds[slot] = (byte) kind;
    intendedNanos[slot] = intended;
    sentNanos[slot] = now;
    inFlight++;
    client.call(id, mix.request(kind), this);
  }

  private static int following(int id) {
    return id + 1 == END_ID ? FIRST_ID : id + 1;
  }

  @Override
  void flush() {
    client.flush();
  }

  @Override
  int inFlight() {
    return inFlight;
  }

  @Override
  public void onResponse(int requestId, Response response) {
    int slot = requestId & SLOTS - 1;
    if (inFlightIds[slot] != requestId) {
      fail("response to RPC " + Integer.toUnsignedString(requestId) + ", which is not in flight");
      return;
    }
    int kind = kinds[slot];
    String problem = mix.check(kind).problem(response);
    release(slot);
    if (problem != null) {
      fail(problem);
      return;
    }
    long now = now();
    latencies.recordValue(Math.min(now - sentNanos[slot], LatencyHistograms.MAX_NANOS));
    responses.recordValue(Math.min(now - intendedNanos[slot], LatencyHistograms.MAX_NANOS));
    if (recorded != null) {
      recorded.add(sentNanos[slot], now);
    }
    verified(2L * mix.bytes(kind));
  }

  @Override
  public void onFailure(int requestId, Throwable cause) {
    int slot = requestId & SLOTS - 1;
    if (inFlightIds[slot] == requestId) {
      release(slot);
    }
    if (loss == ClosedLoopDriver.Loss.COUNTS && cause instanceof TimeoutException) {
      lost();
    } else {
      fail(cause);
    }
  }

  @Override
  public Optional<RpcBytes> record(RpcTimes times) {
    if (mix.kinds() > 1) {
      return Optional.empty();
    }
    recorded = times;
    return Optional.of(new RpcBytes(mix.bytes(0), mix.bytes(0)));
  }

  private void release(int slot) {
    inFlightIds[slot] = 0;
    inFlight--;
  }

  /** RPCs leave in the order of their ids: only the oldest in flight can be overdue first. */
  @Override
  void failOverdue(long now, long timeoutNanos) {
    while (oldestId != nextId) {
      int slot = oldestId & SLOTS - 1;
      if (inFlightIds[slot] == oldestId) {
        if (now - sentNanos[slot] <= timeoutNanos) {
          return;
        }
        onFailure(
            oldestId,
            new RpcFailedException(
                "no response within %.1f s".formatted(timeoutNanos / 1e9), null));
      }
      oldestId = following(oldestId);
    }
  }

  @Override
  public Map<Series, Histogram> times() {
    return Map.of(Series.LATENCY, latencies, Series.RESPONSE, responses, Series.SEND_LAG, sendLags);
  }
}
