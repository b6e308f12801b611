package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.benchmark.forensics.RpcTimes;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * One RPC after the other, each a pause after the last response: long enough for that to have been
 * acknowledged, so that each loss meets a sender with nothing else to wait for.
 */
class PacedLoad implements Workload {
  static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(60);

  private final List<Long> latenciesNanos = new ArrayList<>();

  /** Of all RPCs, in their order. */
  List<Long> latenciesNanos() {
    return latenciesNanos;
  }

  /** A closed loop that is warmed as shortly as this one. */
  static Workload closedLoop() {
    return new PacedLoad() {
      @Override
      public Driver measured(ClientEnd end) {
        return Workload.closedLoop().measured(end);
      }
    };
  }

  @Override
  public int warmCount() {
    return 2_000;
  }

  @Override
  public Driver warming(ClientEnd end) {
    return Workload.closedLoop().warming(end);
  }

  @Override
  public Driver measured(ClientEnd end) {
    return new Paced(end);
  }

  private final class Paced implements Driver, RpcClient.ResponseHandler {
    private final ClientEnd end;
    private final Request request;
    private final Histogram latencies = LatencyHistograms.create();
    private RpcTimes recorded;
    private int nextId = 1 << 21;
    private long sentNanos;
    private long completed;
    private Throwable failure;

    Paced(ClientEnd end) {
      this.end = end;
      ByteString payload = Payloads.bytes(end.settings().payloadBytes());
      request = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    }

    @Override
    public void completeOne() {
      long pauseEnd = System.nanoTime() + PAUSE_NANOS;
      while (System.nanoTime() < pauseEnd) {
        end.loop().run(pauseEnd - System.nanoTime());
      }
      long before = completed;
      sentNanos = System.nanoTime();
      end.client().call(nextId++, request, this);
      end.client().flush();
      while (completed == before && failure == null) {
        end.loop().run(TimeUnit.MILLISECONDS.toNanos(100));
      }
      if (failure != null) {
        throw new RpcFailedException(failure.toString(), failure);
      }
    }

    @Override
    public void onResponse(int requestId, Response response) {
      long now = System.nanoTime();
      latencies.recordValue(now - sentNanos);
      latenciesNanos.add(now - sentNanos);
      if (recorded != null) {
        recorded.add(sentNanos, now);
      }
      completed++;
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      failure = cause;
    }

    @Override
    public void drain() {
      // Nothing is in flight between two calls.
    }

    @Override
    public void resetCounts() {
      completed = 0;
      latencies.reset();
      latenciesNanos.clear();
    }

    @Override
    public long completed() {
      return completed;
    }

    @Override
    public long failed() {
      return 0;
    }

    @Override
    public long wakeups() {
      return completed;
    }

    @Override
    public long payloadBytes() {
      return 2L * request.getPayload().size() * completed;
    }

    @Override
    public Map<Series, Histogram> times() {
      return Map.of(Series.LATENCY, latencies);
    }

    @Override
    public Optional<RpcBytes> record(RpcTimes times) {
      recorded = times;
      int bytes = request.getPayload().size();
      return Optional.of(new RpcBytes(bytes, bytes));
    }

    @Override
    public void abort(String why) {
      failure = new IllegalStateException(why);
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
