package dev.transportbench.peers;

import com.google.protobuf.ByteString;
import dev.transportbench.benchmark.trial.Driver;
import dev.transportbench.benchmark.trial.LatencyHistograms;
import dev.transportbench.benchmark.trial.ResponseCheck;
import dev.transportbench.benchmark.trial.RpcFailedException;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.Messages;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * The closed loop on a peer's own threads: the next request leaves from the response's callback, as
 * a user of that peer would send it. JMH's thread only looks every {@value #LOOK_MILLIS} ms how
 * many RPCs were completed, which costs some hundred ns per RPC at most.
 */
final class PeerDriver implements Driver {
  private static final long LOOK_MILLIS = 2;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** As in our closed loop: ids that take four bytes as varint. */
  private static final int FIRST_COUNT = 1 << 21 - PeerClient.LANE_BITS;

  private static final int END_COUNT = 1 << 28 - PeerClient.LANE_BITS;

  private static final Reading BY_NO_SIDE =
      Reading.notAvailable("a peer's threads are not told apart by side");

  private final PeerClient client;
  private final Request request;
  private final Lane[] lanes;
  private final Histogram latencies = new AtomicHistogram(1, LatencyHistograms.MAX_NANOS, 3);
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile boolean sending;
  private volatile RpcFailedException failure;
  private long taken;
  private long credits;

  PeerDriver(PeerClient client, int payloadBytes, int concurrency) {
    this.client = client;
    ByteString payload = Payloads.bytes(payloadBytes);
    this.request = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    this.lanes = new Lane[concurrency];
    for (int i = 0; i < concurrency; i++) {
      lanes[i] = new Lane(i, new ResponseCheck(payload));
    }
  }

  @Override
  public void completeOne() {
    if (credits == 0) {
      if (!sending) {
        sending = true;
        inFlight.set(lanes.length);
        for (Lane lane : lanes) {
          lane.send(System.nanoTime());
        }
      }
      await(() -> completed.get() > taken);
      credits = completed.get() - taken;
      taken += credits;
    }
    credits--;
  }

  @Override
  public void drain() {
    sending = false;
    await(() -> inFlight.get() == 0);
    taken = completed.get();
    credits = 0;
  }

  private void await(java.util.function.BooleanSupplier done) {
    long last = completed.get();
    long since = System.nanoTime();
    while (!done.getAsBoolean()) {
      RpcFailedException failed = failure;
      if (failed != null) {
        throw failed;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new RpcFailedException("interrupted with RPCs in flight", null);
      }
      LockSupport.parkNanos(LOOK_NANOS);
      long now = completed.get();
      if (now != last) {
        last = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > TIMEOUT_NANOS) {
        throw new RpcFailedException("no response within 30 s", null);
      }
    }
    RpcFailedException failed = failure;
    if (failed != null) {
      throw failed;
    }
  }

  @Override
  public void resetCounts() {
    latencies.reset();
    completed.set(0);
    failed.set(0);
    taken = 0;
    credits = 0;
  }

  @Override
  public long completed() {
    return completed.get();
  }

  @Override
  public long failed() {
    return failed.get();
  }

  @Override
  public long wakeups() {
    return 0;
  }

  /** An echo's payload goes both ways. */
  @Override
  public long payloadBytes() {
    return 2L * request.getPayload().size() * completed.get();
  }

  @Override
  public Map<Series, Histogram> times() {
    return Map.of(Series.LATENCY, latencies);
  }

  @Override
  public Map<FigureName, Reading> readings() {
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    readings.put(FigureName.CPU_CLIENT, BY_NO_SIDE);
    readings.put(FigureName.CPU_SERVER, BY_NO_SIDE);
    readings.put(FigureName.CPU_OTHER, BY_NO_SIDE);
    readings.put(FigureName.ALLOC_CLIENT, BY_NO_SIDE);
    readings.put(FigureName.ALLOC_SERVER, BY_NO_SIDE);
    readings.put(FigureName.RPC_PER_WAKEUP, BY_NO_SIDE);
    readings.put(
        FigureName.CONNECTIONS,
        Reading.notAvailable("counted by the server, where the peer accepts them"));
    return readings;
  }

  @Override
  public void abort(String why) {
    fail(new RpcFailedException(why, null));
  }

  private void fail(RpcFailedException cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  @Override
  public void close() {
    sending = false;
  }

  /** Room for one RPC in flight; its fields pass from thread to thread with the RPC. */
  private final class Lane implements PeerClient.Answer {
    private final int number;
    private final ResponseCheck check;
    private int count = FIRST_COUNT;
    private int requestId;
    private long sentNanos;

    Lane(int number, ResponseCheck check) {
      this.number = number;
      this.check = check;
    }

    void send(long now) {
      requestId = count << PeerClient.LANE_BITS | number;
      count = count + 1 == END_COUNT ? FIRST_COUNT : count + 1;
      sentNanos = now;
      try {
        client.send(Messages.client(requestId, request), this);
      } catch (RuntimeException e) {
        // On a peer's thread nobody else would hear of it.
        failed(e);
      }
    }

    @Override
    public void received(ServerMessage message) {
      String problem =
          message.getRequestId() == requestId
              ? check.problem(message.getResponse())
              : "response to RPC %d instead of %d".formatted(message.getRequestId(), requestId);
      if (problem != null) {
        failed(new RpcFailedException(problem, null));
        return;
      }
      long now = System.nanoTime();
      latencies.recordValue(Math.min(now - sentNanos, LatencyHistograms.MAX_NANOS));
      completed.incrementAndGet();
      if (sending) {
        send(now);
      } else {
        inFlight.decrementAndGet();
      }
    }

    @Override
    public void failed(Throwable cause) {
      failed.incrementAndGet();
      fail(
          cause instanceof RpcFailedException known
              ? known
              : new RpcFailedException(cause.toString(), cause));
      inFlight.decrementAndGet();
    }
  }
}
