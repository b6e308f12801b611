package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.benchmark.LoadParam;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.proto.Request;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.function.Supplier;

/** RPCs, messages, or both by a schedule; each connection has its turn. */
public final class OpenLoop implements Workload {
  /** Enough to warm the code; thousands of connections would only take time. */
  private static final int WARM_CONNECTIONS = 32;

  private static final int WARM_CONCURRENCY = 32;

  private enum What {
    RPCS,
    MESSAGES,
    ALL
  }

  private final What what;
  private final TrialSettings settings;
  private final ScheduledDriver.Waiting waiting;

  private OpenLoop(What what, TrialSettings settings) {
    this.what = what;
    this.settings = settings;
    waiting =
        LoadParam.SPIN.in(settings.params()).equals("on")
            ? ScheduledDriver.Waiting.SPINNING
            : ScheduledDriver.Waiting.SLEEPING;
  }

  /** Echoes; as a cell's parameters say, which {@link TrialSettings} has checked. */
  public static OpenLoop rpcs(TrialSettings settings) {
    return new OpenLoop(What.RPCS, settings);
  }

  /** A stream of messages on each connection. */
  public static OpenLoop messages(TrialSettings settings) {
    return new OpenLoop(What.MESSAGES, settings);
  }

  /** Echoes and a stream of messages on each connection, and pushes to members' devices. */
  public static OpenLoop all(TrialSettings settings) {
    return new OpenLoop(What.ALL, settings);
  }

  @Override
  public int warmConnections(TrialSettings any) {
    return Math.min(any.connections(), WARM_CONNECTIONS);
  }

  @Override
  public Driver warming(ClientEnd end) {
    int most = what == What.MESSAGES ? settings.payloadBytes() : mix().mostBytes();
    ByteString payload = Payloads.bytes(Math.min(most, MOST_WARM_PAYLOAD_BYTES));
    return new ClosedLoopDriver(
        end.loop(),
        end.client(),
        Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build(),
        new ResponseCheck(payload),
        WARM_CONCURRENCY,
        loss());
  }

  @Override
  public Driver measured(ClientEnd end) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    ScheduledDriver.Clocks clocks =
        new ScheduledDriver.Clocks(System::nanoTime, threads::getCurrentThreadCpuTime);
    ScheduledDriver.Loop loop = end.loop()::run;
    int connections = settings.connections();
    Settling settling = Settling.of(connections, settings.rttNanos());
    ByteString message = Payloads.bytes(settings.payloadBytes());
    switch (what) {
      case RPCS:
        return new OpenLoopDriver(
            loop,
            end.client(),
            connections,
            mix(),
            schedules(LoadParam.RATE),
            clocks,
            ClosedLoopDriver.TIMEOUT_NANOS,
            waiting,
            loss(),
            settling);
      case MESSAGES:
        return new StreamDriver(
            loop,
            end.client(),
            settings.transport().traits().contains(Trait.MESSAGE_STREAMS)
                ? MessageTraffic.Carrier.STREAMS
                : MessageTraffic.Carrier.DATAGRAMS,
            connections,
            message,
            schedules(LoadParam.MESSAGE_RATE),
            clocks,
            ClosedLoopDriver.TIMEOUT_NANOS,
            waiting);
      default:
        return new MixedDriver(
            loop,
            end.client(),
            connections,
            mix(),
            message,
            schedules(LoadParam.RATE),
            schedules(LoadParam.MESSAGE_RATE),
            schedules(LoadParam.PUSH_RATE),
            clocks,
            ClosedLoopDriver.TIMEOUT_NANOS,
            waiting,
            settling);
    }
  }

  private PayloadMix mix() {
    return PayloadMix.parse(
        LoadParam.PAYLOADS.param(), LoadParam.PAYLOADS.in(settings.params()), settings.linkSeed());
  }

  private Supplier<Arrivals> schedules(LoadParam rate) {
    Arrivals.Cadence cadence =
        Arrivals.Cadence.valueOf(LoadParam.ARRIVALS.in(settings.params()).toUpperCase(Locale.ROOT));
    int perSecond = Integer.parseInt(rate.in(settings.params()));
    // Schedules that start alike would send everything at once.
    long[] next = {settings.linkSeed() + 1000L * rate.ordinal()};
    return () -> Arrivals.of(cadence, perSecond, next[0]++);
  }

  private ClosedLoopDriver.Loss loss() {
    return settings.transport().traits().contains(Trait.RELIABLE)
        ? ClosedLoopDriver.Loss.FAILS
        : ClosedLoopDriver.Loss.COUNTS;
  }
}
