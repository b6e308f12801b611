package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.StackProfile;
import dev.transportbench.link.ChildJvm;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.tcp.TcpTransport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Map;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A busy loop of 20 µs for each request on the server shows as 20 µs there, in its layer. */
@Tag("slow")
class BusyServerIT {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Of forks, in turns. */
  private static final int PAIRS = 12;

  private static final int RPCS = 100_000;
  private static final double BUSY_MICROS = 20;

  /** One RPC in flight is one read: a handler that spins for each read spins for each RPC. */
  private static final class Busy extends TcpTransport {
    private final double micros;

    Busy(double micros) {
      this.micros = micros;
    }

    @Override
    protected void prepareServer(Channel connection, Identity identity, Terms terms) {
      connection
          .pipeline()
          .addLast(
              new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object arrived) {
                  spin((long) (micros * 1e3));
                  ctx.fireChannelRead(arrived);
                }
              });
    }
  }

  /** So much of this thread's own time, whoever has its core meanwhile. */
  private static void spin(long cpuNanos) {
    long end = THREADS.getCurrentThreadCpuTime() + cpuNanos;
    long left = cpuNanos;
    do {
      long wallEnd = System.nanoTime() + left;
      while (System.nanoTime() < wallEnd) {
        Thread.onSpinWait();
      }
      left = end - THREADS.getCurrentThreadCpuTime();
    } while (left > 0);
  }

  /**
   * The loops on cores of their own. Where the kernel chooses, a server that takes longer is woken,
   * and wakes its client, on another core more often; what that costs, 1.8 µs on two virtual cores,
   * is true of the server, but it is not the loop.
   */
  private static TrialSettings with(double micros) {
    Map<String, String> params =
        Map.of(
            "transport", "tcp",
            "payloadBytes", "1024",
            "concurrency", "1",
            "impairment", "clean",
            "backend", "veth",
            "cores", "apart");
    return TrialCells.on(new Busy(micros), TrialCells.settings(params));
  }

  @Test
  void twentyMicrosecondsShowOnTheServer() throws Exception {
    double[] differences = new double[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      boolean busyFirst = i % 2 == 0;
      double first = server(busyFirst ? BUSY_MICROS : 0);
      double second = server(busyFirst ? 0 : BUSY_MICROS);
      differences[i] = busyFirst ? first - second : second - first;
    }
    double mean = StatUtils.mean(differences);
    double halfWidth =
        new TDistribution(PAIRS - 1).inverseCumulativeProbability(0.975)
            * Math.sqrt(StatUtils.variance(differences) / PAIRS);
    System.out.printf("20 us of the server show as %.2f +- %.2f us%n", mean, halfWidth);
    assertThat(halfWidth).as(Arrays.toString(differences)).isLessThan(2);
    assertThat(Math.abs(mean - BUSY_MICROS))
        .as("%s: %s ± %s", Arrays.toString(differences), mean, halfWidth)
        .isLessThan(halfWidth);
  }

  /** One fork's CPU of the server, in µs per RPC. */
  private static double server(double micros) throws Exception {
    ProcessBuilder fork = ChildJvm.of(Fork.class, String.valueOf(micros));
    fork.environment()
        .put("JAVA_TOOL_OPTIONS", "-Xms1g -Xmx1g -XX:+AlwaysPreTouch -XX:+UseParallelGC");
    Process process = fork.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader out = process.inputReader()) {
      return Double.parseDouble(out.readLine());
    } finally {
      process.waitFor();
    }
  }

  /** The main class of a fork: prints the figure of its second iteration. */
  static final class Fork {
    private Fork() {}

    public static void main(String[] args) throws Exception {
      try (Trial trial = Trial.start(with(Double.parseDouble(args[0])), Workload.closedLoop())) {
        for (boolean measured : new boolean[] {false, true}) {
          trial.beginIteration(measured);
          for (int i = 0; i < RPCS; i++) {
            trial.completeOne();
          }
          trial.endIteration(measured);
        }
        System.out.println(value(trial.iterations().get(0), FigureName.CPU_SERVER));
      }
    }
  }

  /**
   * The handler is no codec's: the application's. In a virtual machine a sample comes some
   * microseconds after it was due, and what was due as a thread fell asleep comes early in its next
   * turn: of a turn of 40 µs the middle is sampled too often.
   */
  @Test
  void theyLandInTheApplicationsLayer() throws Exception {
    Map<String, StackProfile.Shares> idle = Profiled.measure(with(0), 3).cpu();
    Map<String, StackProfile.Shares> busy = Profiled.measure(with(BUSY_MICROS), 3).cpu();
    double added = application(busy, "server") - application(idle, "server");
    double error = 2 * busy.get("server").error("application") * busy.get("server").perRpc() + 3;
    assertThat(added).isBetween(BUSY_MICROS - error, BUSY_MICROS + error);
    assertThat(application(busy, "client") - application(idle, "client")).isBetween(-3.0, 3.0);
  }

  private static double application(Map<String, StackProfile.Shares> cpu, String side) {
    StackProfile.Shares shares = cpu.get(side);
    return shares.perRpc() * shares.layers().getOrDefault("application", 0.0);
  }
}
