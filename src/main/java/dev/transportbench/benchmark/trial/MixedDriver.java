package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.benchmark.forensics.RpcTimes;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** RPCs, a stream of messages and pushes on the same connections, each by a schedule of its own. */
final class MixedDriver extends OpenLoopDriver {
  private final MessageTraffic traffic;

  /**
   * @param connections devices, three for each member
   */
  MixedDriver(
      Loop loop,
      RpcClient client,
      int connections,
      PayloadMix mix,
      ByteString message,
      Supplier<Arrivals> rpcs,
      Supplier<Arrivals> messages,
      Supplier<Arrivals> pushes,
      Clocks clocks,
      long timeoutNanos,
      Waiting waiting,
      Settling settling) {
    super(
        loop,
        client,
        connections,
        mix,
        rpcs,
        clocks,
        timeoutNanos,
        waiting,
        ClosedLoopDriver.Loss.FAILS,
        settling);
    traffic =
        new MessageTraffic(
            this,
            client,
            MessageTraffic.Carrier.STREAMS,
            connections,
            message,
            messages,
            pushes,
            sendLags());
    traffic.open();
  }

  /** A lost packet may have been a message's: whose it was is not found out. */
  @Override
  public Optional<RpcBytes> record(RpcTimes times) {
    return Optional.empty();
  }

  private boolean rpcIsNext() {
    return super.nextNanos() <= traffic.nextNanos();
  }

  @Override
  public void resetCounts() {
    super.resetCounts();
    traffic.reset();
  }

  @Override
  void startSchedule(long now) {
    super.startSchedule(now);
    traffic.startSchedule(now);
  }

  @Override
  long nextNanos() {
    return Math.min(super.nextNanos(), traffic.nextNanos());
  }

  @Override
  void skipNext() {
    if (rpcIsNext()) {
      super.skipNext();
    } else {
      traffic.skipNext();
    }
  }

  @Override
  void sendNext(long now) {
    if (rpcIsNext()) {
      super.sendNext(now);
    } else {
      traffic.sendNext(now);
    }
  }

  @Override
  int inFlight() {
    return super.inFlight() + traffic.inFlight();
  }

  @Override
  void failOverdue(long now, long timeoutNanos) {
    super.failOverdue(now, timeoutNanos);
    traffic.failOverdue(now, timeoutNanos);
  }

  @Override
  public Map<Series, Histogram> times() {
    Map<Series, Histogram> times = new EnumMap<>(super.times());
    times.putAll(traffic.times());
    return times;
  }
}
