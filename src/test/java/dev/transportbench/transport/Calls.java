package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Makes calls on one client and remembers what became of each, and that it became so only once. One
 * that got lost, as only unreliable transports may lose them, is counted and made again.
 */
public final class Calls implements RpcClient.ResponseHandler {
  private final Pair pair;
  private final RpcClient client;
  private final Map<Integer, Request> requests = new HashMap<>();
  private final Map<Integer, Response> responses = new HashMap<>();
  private final Map<Integer, Throwable> failures = new HashMap<>();
  private final Set<Integer> settledTwice = new HashSet<>();
  private int started;
  private int settled;
  private int lost;

  public Calls(Pair pair, RpcClient client) {
    this.pair = pair;
    this.client = client;
  }

  /** Queues one call and gives its id. */
  public int start(Request request) {
    int requestId = started++;
    requests.put(requestId, request);
    client.call(requestId, request, this);
    return requestId;
  }

  /** One call from beginning to end. */
  public Response call(Request request) {
    int requestId = start(request);
    client.flush();
    awaitSettled();
    assertThat(failures).isEmpty();
    return responses.remove(requestId);
  }

  /** Keeps {@code inFlight} calls going until {@code total} are answered with the right length. */
  public void echoMany(Request request, int total, int inFlight) {
    int last = started + total;
    int expectedBytes = request.getPayload().size();
    int free = inFlight;
    while (settled < last) {
      int before = settled;
      for (; free > 0 && started < last; free--) {
        start(request);
      }
      client.flush();
      pair.await(() -> settled > before, "a response after " + settled);
      assertThat(failures).isEmpty();
      for (Response response : responses.values()) {
        assertThat(response.getPayload().size()).isEqualTo(expectedBytes);
      }
      responses.clear();
      free += settled - before;
    }
    assertThat(settledTwice).isEmpty();
  }

  /** Waits until every call that was started has a response or a failure. */
  public void awaitSettled() {
    pair.await(() -> settled == started, "%d of %d calls settled".formatted(started, settled));
    assertThat(settledTwice).isEmpty();
  }

  public Map<Integer, Response> responses() {
    return responses;
  }

  public Map<Integer, Throwable> failures() {
    return failures;
  }

  /** How often an RPC was given up without an answer. */
  public int lost() {
    return lost;
  }

  @Override
  public void onResponse(int requestId, Response response) {
    settle(requestId);
    responses.put(requestId, response);
  }

  @Override
  public void onFailure(int requestId, Throwable cause) {
    if (cause instanceof TimeoutException) {
      lost++;
      client.call(requestId, requests.get(requestId), this);
      client.flush();
      return;
    }
    settle(requestId);
    failures.put(requestId, cause);
  }

  private void settle(int requestId) {
    settled++;
    requests.remove(requestId);
    if (responses.containsKey(requestId) || failures.containsKey(requestId)) {
      settledTwice.add(requestId);
    }
  }
}
