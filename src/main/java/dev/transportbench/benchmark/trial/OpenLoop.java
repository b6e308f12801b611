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
import java.util.Map;
import java.util.function.Supplier;

/** Echoes by a schedule, each connection in its turn. */
public final class OpenLoop implements Workload {
  /** Enough to warm the code; thousands of connections would only take time. */
  private static final int WARM_CONNECTIONS = 32;

  private static final int WARM_CONCURRENCY = 32;

  private final Arrivals.Cadence cadence;
  private final int perSecond;
  private final PayloadMix mix;
  private final OpenLoopDriver.Waiting waiting;

  private OpenLoop(
      Arrivals.Cadence cadence, int perSecond, PayloadMix mix, OpenLoopDriver.Waiting waiting) {
    this.cadence = cadence;
    this.perSecond = perSecond;
    this.mix = mix;
    this.waiting = waiting;
  }

  /** As a cell's parameters say, which {@link TrialSettings} has checked. */
  public static OpenLoop of(TrialSettings settings) {
    Map<String, String> params = settings.params();
    return new OpenLoop(
        Arrivals.Cadence.valueOf(LoadParam.ARRIVALS.in(params).toUpperCase(Locale.ROOT)),
        Integer.parseInt(LoadParam.RATE.in(params)),
        PayloadMix.parse(
            LoadParam.PAYLOADS.param(), LoadParam.PAYLOADS.in(params), settings.linkSeed()),
        LoadParam.SPIN.in(params).equals("on")
            ? OpenLoopDriver.Waiting.SPINNING
            : OpenLoopDriver.Waiting.SLEEPING);
  }

  @Override
  public int warmConnections(TrialSettings settings) {
    return Math.min(settings.connections(), WARM_CONNECTIONS);
  }

  @Override
  public Driver warming(ClientEnd end) {
    ByteString payload = Payloads.bytes(Math.min(mix.mostBytes(), MOST_WARM_PAYLOAD_BYTES));
    return new ClosedLoopDriver(
        end.loop(),
        end.client(),
        Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build(),
        new ResponseCheck(payload),
        WARM_CONCURRENCY,
        loss(end));
  }

  @Override
  public Driver measured(ClientEnd end) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return new OpenLoopDriver(
        end.loop()::run,
        end.client(),
        end.settings().connections(),
        mix,
        schedules(end.settings().linkSeed()),
        new OpenLoopDriver.Clocks(System::nanoTime, threads::getCurrentThreadCpuTime),
        ClosedLoopDriver.TIMEOUT_NANOS,
        waiting,
        loss(end));
  }

  private Supplier<Arrivals> schedules(long seed) {
    long[] next = {seed};
    return () -> Arrivals.of(cadence, perSecond, next[0]++);
  }

  private static ClosedLoopDriver.Loss loss(ClientEnd end) {
    return end.settings().transport().traits().contains(Trait.RELIABLE)
        ? ClosedLoopDriver.Loss.FAILS
        : ClosedLoopDriver.Loss.COUNTS;
  }
}
