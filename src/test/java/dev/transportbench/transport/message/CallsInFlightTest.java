package dev.transportbench.transport.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.rpc.proto.ServerMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsInFlightTest {
  private final CallsInFlight calls = new CallsInFlight();
  private final List<String> told = new ArrayList<>();

  private final ResponseHandler handler =
      new ResponseHandler() {
        @Override
        public void onResponse(int requestId, Response response) {
          told.add(requestId + " answered");
        }

        @Override
        public void onFailure(int requestId, Throwable cause) {
          told.add(requestId + " failed: " + cause.getMessage());
        }
      };

  @Test
  void givesEachResponseToItsCallInAnyOrder() throws MalformedMessageException {
    calls.add(1, handler);
    calls.add(-2, handler);
    calls.complete(response(-2));
    calls.complete(response(1));
    assertThat(told).containsExactly("-2 answered", "1 answered");
  }

  @Test
  void refusesAResponseThatNobodyWaitsFor() throws MalformedMessageException {
    calls.add(1, handler);
    calls.complete(response(1));
    assertThatThrownBy(() -> calls.complete(response(1)))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("request_id: 1 is not in flight");
    assertThatThrownBy(() -> calls.complete(response(-1)))
        .hasMessage("request_id: 4294967295 is not in flight");
  }

  @Test
  void refusesAnIdThatIsInFlightAndKeepsTheFirstCall() throws MalformedMessageException {
    calls.add(7, handler);
    assertThatThrownBy(() -> calls.add(7, handler)).isInstanceOf(IllegalArgumentException.class);
    calls.complete(response(7));
    assertThat(told).containsExactly("7 answered");
  }

  @Test
  void failsEachCallOnceAndLaterOnesAtOnce() {
    calls.add(1, handler);
    calls.add(2, handler);
    calls.failAll(new IOException("gone"));
    calls.failAll(new IOException("gone again"));
    assertThat(told).containsExactlyInAnyOrder("1 failed: gone", "2 failed: gone");
    assertThat(calls.add(3, handler)).isFalse();
    assertThat(told).hasSize(3).contains("3 failed: gone");
  }

  @Test
  void dropsTheResponseToACallThatWasCancelled() throws MalformedMessageException {
    calls.add(1, handler);
    calls.add(2, handler);
    calls.cancel(1);
    calls.cancel(1);
    calls.cancel(3);
    calls.complete(response(1));
    calls.complete(response(2));
    assertThat(told).containsExactly("1 failed: null", "2 answered");
    assertThatThrownBy(() -> calls.complete(response(1))).hasMessageContaining("not in flight");
  }

  @Test
  void tellsACancelledCallNothingWhenAllFail() {
    calls.add(1, handler);
    calls.cancel(1);
    calls.failAll(new IOException("gone"));
    assertThat(told).containsExactly("1 failed: null");
  }

  private static ServerMessage response(int requestId) {
    return ServerMessage.newBuilder().setRequestId(requestId).build();
  }
}
