package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.transportbench.benchmark.trial.ClosedLoopDriver.Loss;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The driver against a client in memory that answers when the loop runs, {@code batch} at a time.
 */
@Timeout(30)
class ClosedLoopDriverTest {
  private static final ByteString PAYLOAD = Payloads.bytes(1024);
  private static final Request REQUEST =
      Request.newBuilder().setMethod(RpcService.ECHO).setPayload(PAYLOAD).build();

  private final ManualIoEventLoop loop =
      new ManualIoEventLoop(Thread.currentThread(), NioIoHandler.newFactory());
  private final LaterClient client = new LaterClient();

  @AfterEach
  void end() {
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    while (!loop.isTerminated()) {
      loop.runNow();
    }
  }

  private ClosedLoopDriver driver(int concurrency) {
    return driver(concurrency, Loss.FAILS);
  }

  private ClosedLoopDriver driver(int concurrency, Loss loss) {
    return new ClosedLoopDriver(
        loop, client, REQUEST, new ResponseCheck(PAYLOAD), concurrency, loss);
  }

  @Test
  void keepsExactlySoManyInFlight() {
    for (int concurrency : new int[] {1, 3, 32}) {
      client.maxInFlight = 0;
      ClosedLoopDriver driver = driver(concurrency);
      driver.complete(1000);
      assertThat(client.maxInFlight).isEqualTo(concurrency);
      assertThat(client.inFlight).isEmpty();
      assertThat(driver.completed()).isBetween(1000L, 1000L + 2 * concurrency);
      assertThat(driver.times().get(Series.LATENCY).getTotalCount()).isEqualTo(driver.completed());
    }
  }

  @Test
  void creditsWhatCameTogetherToTheNextInvocations() {
    client.batch = 8;
    ClosedLoopDriver driver = driver(8);
    driver.completeOne();
    assertThat(driver.completed()).isEqualTo(8);
    for (int i = 0; i < 7; i++) {
      driver.completeOne();
    }
    assertThat(driver.completed()).isEqualTo(8);
    assertThat(driver.wakeups()).isEqualTo(1);
    driver.completeOne();
    assertThat(driver.completed()).isEqualTo(16);
    assertThat(driver.wakeups()).isEqualTo(2);
  }

  @Test
  void theNextRequestLeavesFromTheResponsesCallback() {
    ClosedLoopDriver driver = driver(1);
    driver.completeOne();
    assertThat(client.calls).isEqualTo(2);
    driver.drain();
    assertThat(client.calls).isEqualTo(2);
    assertThat(client.inFlight).isEmpty();
  }

  @Test
  void flushesOnceForEachBatchOfCalls() {
    client.batch = 8;
    driver(8).complete(80);
    // The first 8, 8 again in each of 10 runs, and a last run that only drains.
    assertThat(client.calls).isEqualTo(88);
    assertThat(client.flushes).isEqualTo(12);
  }

  @Test
  void everyIdIsUniqueInFlightAndFourBytesLong() {
    driver(32).complete(10_000);
    for (int id : client.seenIds) {
      assertThat(CodedOutputStream.computeUInt32SizeNoTag(id)).isEqualTo(4);
    }
    assertThat(client.seenIds).hasSize(client.calls);
  }

  @Test
  void aResponseThatIsNotTheRequestsOwnFails() {
    client.answer = response -> response.toBuilder().setPayload(Payloads.bytes(1023)).build();
    assertThatThrownBy(() -> driver(1).completeOne())
        .isInstanceOf(RpcFailedException.class)
        .hasMessage("RPC failed: response of 1023 B instead of 1024");
  }

  @Test
  void aResponseToNobodyFails() {
    client.idShift = 64;
    assertThatThrownBy(() -> driver(1).completeOne())
        .isInstanceOf(RpcFailedException.class)
        .hasMessageContaining("which is not in flight");
  }

  @Test
  void aFailureOfTheTransportFails() {
    client.failure = new IllegalStateException("connection lost");
    client.batch = 4;
    ClosedLoopDriver driver = driver(4);
    assertThatThrownBy(driver::completeOne)
        .isInstanceOf(RpcFailedException.class)
        .hasMessage("RPC failed: java.lang.IllegalStateException: connection lost");
    assertThat(driver.failed()).isEqualTo(4);
  }

  @Test
  void anRpcWithoutAnswerIsCountedWhereRpcsMayGetLost() {
    client.loseEvery = 5;
    ClosedLoopDriver driver = driver(4, Loss.COUNTS);
    driver.complete(1000);
    assertThat(driver.completed()).isGreaterThanOrEqualTo(1000);
    assertThat(driver.failed()).isEqualTo(client.lost).isBetween(200L, 300L);
    assertThat(driver.times().get(Series.LATENCY).getTotalCount()).isEqualTo(driver.completed());
    assertThat(client.maxInFlight).isEqualTo(4);
  }

  @Test
  void anotherFailureFailsEvenWhereRpcsMayGetLost() {
    client.failure = new IllegalStateException("connection lost");
    assertThatThrownBy(() -> driver(1, Loss.COUNTS).completeOne())
        .isInstanceOf(RpcFailedException.class);
  }

  @Test
  void anRpcWithoutAnswerFailsElsewhere() {
    client.loseEvery = 5;
    assertThatThrownBy(() -> driver(4).complete(1000))
        .isInstanceOf(RpcFailedException.class)
        .hasMessageContaining("no answer");
  }

  @Test
  void countsStartAnewAtEachIteration() {
    ClosedLoopDriver driver = driver(4);
    driver.complete(100);
    driver.resetCounts();
    assertThat(driver.completed()).isZero();
    assertThat(driver.times().get(Series.LATENCY).getTotalCount()).isZero();
    driver.complete(10);
    assertThat(driver.completed()).isBetween(10L, 18L);
  }

  /** Holds calls until the loop runs, then answers up to {@code batch} in one run of it. */
  private final class LaterClient implements RpcClient {
    private final Queue<Integer> inFlight = new ArrayDeque<>();
    private final Set<Integer> seenIds = new HashSet<>();
    private int batch = 1;
    private int calls;
    private int flushes;
    private int maxInFlight;
    private int idShift;
    private int loseEvery;
    private int settled;
    private long lost;
    private Throwable failure;
    private UnaryOperator<Response> answer = response -> response;
    private boolean scheduled;

    @Override
    public void call(int requestId, Request request, ResponseHandler handler) {
      calls++;
      seenIds.add(requestId);
      inFlight.add(requestId);
      maxInFlight = Math.max(maxInFlight, inFlight.size());
      schedule(handler);
    }

    @Override
    public void cancel(int requestId) {
      throw new UnsupportedOperationException();
    }

    private void schedule(ResponseHandler handler) {
      if (!scheduled) {
        scheduled = true;
        // Later, not in this run of the loop: as a network would.
        loop.schedule(() -> answerBatch(handler), 20, TimeUnit.MICROSECONDS);
      }
    }

    private void answerBatch(ResponseHandler handler) {
      scheduled = false;
      int count = Math.min(batch, inFlight.size());
      for (int i = 0; i < count; i++) {
        int id = inFlight.remove();
        settled++;
        if (failure != null) {
          handler.onFailure(id, failure);
        } else if (loseEvery > 0 && settled % loseEvery == 0) {
          lost++;
          handler.onFailure(id, new TimeoutException("no answer"));
        } else {
          handler.onResponse(id + idShift, answer.apply(RpcService.answer(REQUEST)));
        }
      }
      if (!inFlight.isEmpty()) {
        schedule(handler);
      }
    }

    @Override
    public void flush() {
      flushes++;
    }

    @Override
    public int connectionsOpened() {
      return 1;
    }

    @Override
    public Map<String, String> negotiated() {
      return Map.of();
    }

    @Override
    public Future<Void> close() {
      return loop.newSucceededFuture(null);
    }
  }
}
