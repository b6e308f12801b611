package dev.transportbench.transport.webtransport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.Response;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class DatagramCallsTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<String> told = new ArrayList<>();
  private final ResponseHandler handler =
      new ResponseHandler() {
        @Override
        public void onResponse(int requestId, Response response) {
          told.add(requestId + " answered");
        }

        @Override
        public void onFailure(int requestId, Throwable cause) {
          told.add(requestId + " " + cause.getClass().getSimpleName());
        }
      };
  private int measured;
  private final DatagramCalls calls = new DatagramCalls(channel.eventLoop(), () -> measured++);

  private void sleepAndRun(long millis) throws InterruptedException {
    Thread.sleep(millis);
    channel.runScheduledPendingTasks();
  }

  @Test
  void anAnswerInTimeIsTheCalls() throws InterruptedException {
    assertThat(calls.add(1, handler)).isTrue();
    calls.complete(1, Response.getDefaultInstance());
    assertThat(told).containsExactly("1 answered");
    sleepAndRun(150);
    assertThat(told).hasSize(1);
  }

  @Test
  void aCallWithoutAnswerTimesOutOnceAndALateAnswerIsDropped() throws InterruptedException {
    calls.add(1, handler);
    calls.add(2, handler);
    calls.complete(2, Response.getDefaultInstance());
    sleepAndRun(120);
    assertThat(told).containsExactly("2 answered", "1 " + TimeoutException.class.getSimpleName());
    calls.complete(1, Response.getDefaultInstance());
    assertThat(told).hasSize(2);
    assertThat(measured).isEqualTo(1);
    assertThat(calls.add(1, handler)).as("the id is free again").isTrue();
  }

  @Test
  void threeRoundTripsAreAddedToTheTime() throws InterruptedException {
    calls.setRttNanos(TimeUnit.SECONDS.toNanos(10));
    calls.add(1, handler);
    sleepAndRun(150);
    assertThat(told).isEmpty();
  }

  @Test
  void theEndOfTheConnectionFailsAllAndLaterOnes() {
    calls.add(1, handler);
    calls.failAll(new IllegalStateException());
    assertThat(calls.add(2, handler)).isFalse();
    assertThat(told).containsExactly("1 IllegalStateException", "2 IllegalStateException");
  }
}
