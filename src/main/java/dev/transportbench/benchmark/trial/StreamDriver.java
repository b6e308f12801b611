package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** A stream of messages on each connection and nothing else; an RPC is a message there and back. */
final class StreamDriver extends ScheduledDriver {
  private final RpcClient client;
  private final MessageTraffic traffic;
  private final Histogram sendLags = LatencyHistograms.create();

  StreamDriver(
      Loop loop,
      RpcClient client,
      MessageTraffic.Carrier carrier,
      int connections,
      ByteString payload,
      Supplier<Arrivals> schedules,
      Clocks clocks,
      long timeoutNanos,
      Waiting waiting) {
    super(loop, clocks, timeoutNanos, waiting);
    this.client = client;
    traffic =
        new MessageTraffic(this, client, carrier, connections, payload, schedules, null, sendLags);
    traffic.open();
  }

  @Override
  public void resetCounts() {
    super.resetCounts();
    traffic.reset();
    sendLags.reset();
  }

  @Override
  void startSchedule(long now) {
    traffic.startSchedule(now);
  }

  @Override
  long nextNanos() {
    return traffic.nextNanos();
  }

  @Override
  void skipNext() {
    traffic.skipNext();
  }

  @Override
  void sendNext(long now) {
    traffic.sendNext(now);
  }

  @Override
  void flush() {
    client.flush();
  }

  @Override
  int inFlight() {
    return traffic.inFlight();
  }

  @Override
  void failOverdue(long now, long timeoutNanos) {
    traffic.failOverdue(now, timeoutNanos);
  }

  @Override
  public Map<Series, Histogram> times() {
    Map<Series, Histogram> times = new EnumMap<>(traffic.times());
    times.put(Series.LATENCY, traffic.roundTrips());
    times.put(Series.SEND_LAG, sendLags);
    return times;
  }
}
