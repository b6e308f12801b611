package dev.transportbench.benchmark.trial;

import static dev.transportbench.benchmark.trial.TrialCells.measure;
import static dev.transportbench.benchmark.trial.TrialCells.on;
import static dev.transportbench.benchmark.trial.TrialCells.settings;
import static dev.transportbench.benchmark.trial.TrialCells.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.benchmark.ForkJvm;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.Backend;
import dev.transportbench.profiler.LedgerProfiler;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.tcp.TcpTransport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Heap by side, against JMH's own figure and against bytes that were added on purpose. */
class AllocationIT {
  private static final int RPCS = 200_000;
  private static final int ROUNDS = 9;

  /** With its header of 16 an array of 64. */
  private static final int ARRAY_BYTES = 48;

  /** Read by nobody; keeps the allocation from being optimised away. */
  static volatile Object sink;

  @Test
  void bothSidesTogetherAreWhatJmhCounts() throws Exception {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("^dev.transportbench.benchmark.UnaryRpcBenchmark.call$")
                    .param("transport", "tls")
                    .param("concurrency", "32")
                    .param("backend", "veth")
                    .forks(1)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(2)
                    .measurementTime(TimeValue.seconds(1))
                    .addProfiler(LedgerProfiler.class)
                    .addProfiler(GCProfiler.class)
                    .jvmArgs(ForkJvm.args().toArray(String[]::new))
                    .shouldFailOnError(true)
                    .build())
            .run();

    var found = results.iterator().next().getSecondaryResults();
    double sides = found.get("alloc.client").getScore() + found.get("alloc.server").getScore();
    double jmh = found.get("gc.alloc.rate.norm").getScore();
    assertThat(sides).isCloseTo(jmh, within(0.05 * jmh));
  }

  /** A handler that allocates for each message that a client writes; 16 B of it are the header. */
  private static final class Padding extends ChannelDuplexHandler {
    private final int arrayBytes;

    Padding(int arrayBytes) {
      this.arrayBytes = arrayBytes;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
      if (arrayBytes > 0) {
        sink = new byte[arrayBytes];
      }
      ctx.write(message, promise);
    }
  }

  private static final class PaddedTcp extends TcpTransport {
    private final int arrayBytes;

    PaddedTcp(int arrayBytes) {
      this.arrayBytes = arrayBytes;
    }

    @Override
    protected Future<?> prepareClient(
        Channel connection, InetSocketAddress server, Identity identity, Terms terms) {
      connection.pipeline().addLast(new Padding(arrayBytes));
      return super.prepareClient(connection, server, identity, terms);
    }
  }

  /** In memory, so that nothing else allocates; 64 B a call on the client's thread. */
  private static final class PaddedNull implements Transport {
    private final Transport plain = Transports.named("null");

    @Override
    public String name() {
      return "padded-null";
    }

    @Override
    public Set<Trait> traits() {
      return plain.traits();
    }

    @Override
    public int connections(int concurrency) {
      return plain.connections(concurrency);
    }

    @Override
    public Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
      return plain.serve(side, port, identity, terms);
    }

    @Override
    public Future<RpcClient> connect(
        Side side, InetSocketAddress server, Identity identity, Terms terms) {
      RpcClient client = plain.connect(side, server, identity, terms).getNow();
      return side.loop().newSucceededFuture(new PaddedClient(client));
    }
  }

  private record PaddedClient(RpcClient client) implements RpcClient {
    @Override
    public void call(int requestId, Request request, ResponseHandler handler) {
      sink = new byte[ARRAY_BYTES];
      client.call(requestId, request, handler);
    }

    @Override
    public void cancel(int requestId) {
      client.cancel(requestId);
    }

    @Override
    public void flush() {
      client.flush();
    }

    @Override
    public int connectionsOpened() {
      return client.connectionsOpened();
    }

    @Override
    public Map<String, String> negotiated() {
      return client.negotiated();
    }

    @Override
    public Future<Void> close() {
      return client.close();
    }
  }

  @Test
  void sixtyFourBytesOnTheClientShowThereAndNowhereElse() throws Exception {
    TrialSettings plain = settings("null", 1024, 32, "clean", Backend.LOOPBACK);
    IterationRecord without = measure(plain, 1_000_000);
    IterationRecord with = measure(on(new PaddedNull(), plain), 1_000_000);

    assertThat(difference(with, without, FigureName.ALLOC_CLIENT)).isBetween(62.0, 66.0);
    assertThat(difference(with, without, FigureName.ALLOC_SERVER)).isBetween(-2.0, 2.0);
  }

  /**
   * Over sockets the bytes that a read or a wake-up allocates are shared by as many RPCs as it
   * brings: that moves by some bytes from trial to trial, and more on a busy machine.
   */
  @Tag("slow")
  @Test
  void sixtyFourBytesOnATcpClientShowThereAndNowhereElse() throws Exception {
    TrialSettings like = settings("tcp", 1024, 32, "clean", Backend.VETH);
    double[] client = new double[ROUNDS];
    double[] server = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      IterationRecord without = measure(on(new PaddedTcp(0), like), RPCS);
      IterationRecord with = measure(on(new PaddedTcp(ARRAY_BYTES), like), RPCS);
      client[round] = difference(with, without, FigureName.ALLOC_CLIENT);
      server[round] = difference(with, without, FigureName.ALLOC_SERVER);
    }
    assertThat(median(client)).as(Arrays.toString(client)).isBetween(62.0, 66.0);
    assertThat(median(server)).as(Arrays.toString(server)).isBetween(-2.0, 2.0);
  }

  private static double difference(IterationRecord with, IterationRecord without, FigureName name) {
    return value(with, name) - value(without, name);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
