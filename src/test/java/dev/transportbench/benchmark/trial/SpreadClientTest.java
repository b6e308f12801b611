package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpreadClientTest {
  private final Counting first = new Counting(3, "10");
  private final Counting second = new Counting(4, "10");
  private final RpcClient both =
      new SpreadClient(ImmediateEventExecutor.INSTANCE, List.of(first, second));

  @Test
  void sumsWhatItsConnectionsCounted() {
    assertThat(both.counters()).isEqualTo(Map.of("packets.sent", 7.0));
    assertThat(both.connectionsOpened()).isEqualTo(2);
  }

  @Test
  void flushesOnlyWhatWasCalled() {
    both.call(4, Request.getDefaultInstance(), null);
    both.call(6, Request.getDefaultInstance(), null);
    both.flush();
    both.flush();

    assertThat(first.calls).isEqualTo(2);
    assertThat(first.flushes).isEqualTo(1);
    assertThat(second.calls + second.flushes).isZero();
  }

  @Test
  void unlikeTermsAreLikeNoSingleOnes() {
    RpcClient unlike =
        new SpreadClient(ImmediateEventExecutor.INSTANCE, List.of(first, new Counting(1, "32")));

    assertThat(both.negotiated()).isEqualTo(Map.of("initial.window.packets", "10"));
    assertThat(unlike.negotiated()).isEqualTo(Map.of("initial.window.packets", "10 and 32"));
  }

  private static final class Counting implements RpcClient {
    private final double sent;
    private final String window;
    int calls;
    int flushes;

    Counting(double sent, String window) {
      this.sent = sent;
      this.window = window;
    }

    @Override
    public void call(int requestId, Request request, ResponseHandler handler) {
      calls++;
    }

    @Override
    public void cancel(int requestId) {}

    @Override
    public void flush() {
      flushes++;
    }

    @Override
    public int connectionsOpened() {
      return 1;
    }

    @Override
    public Map<String, Double> counters() {
      return Map.of("packets.sent", sent);
    }

    @Override
    public Map<String, String> negotiated() {
      return Map.of("initial.window.packets", window);
    }

    @Override
    public Future<Void> close() {
      return ImmediateEventExecutor.INSTANCE.newSucceededFuture(null);
    }
  }
}
