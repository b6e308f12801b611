package dev.transportbench.transport.message;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.rpc.proto.ServerMessage;
import io.netty.util.collection.IntObjectHashMap;
import java.util.concurrent.CancellationException;

/**
 * The calls that wait for a response on one connection, by request id. Tells each handler exactly
 * once what became of its call. Confined to one loop; allocates nothing in steady state.
 */
public final class CallsInFlight {
  /** Stands for a call that was given up, until its response has come. */
  private static final ResponseHandler CANCELLED =
      new ResponseHandler() {
        @Override
        public void onResponse(int requestId, Response response) {}

        @Override
        public void onFailure(int requestId, Throwable cause) {}
      };

  private final IntObjectHashMap<ResponseHandler> handlers = new IntObjectHashMap<>();
  private Throwable failure;

  /**
   * Expects a response for {@code requestId}, or fails the call at once when the connection is
   * gone.
   *
   * @return whether the request should be sent
   * @throws IllegalArgumentException when a call with that id is in flight
   */
  public boolean add(int requestId, ResponseHandler handler) {
    if (failure != null) {
      handler.onFailure(requestId, failure);
      return false;
    }
    ResponseHandler other = handlers.put(requestId, handler);
    if (other != null) {
      handlers.put(requestId, other);
      throw new IllegalArgumentException(
          "requestId: %s is in flight already".formatted(Integer.toUnsignedString(requestId)));
    }
    return true;
  }

  /**
   * Hands a response to the call that waits for it; one that more follow, to its stream.
   *
   * @throws MalformedMessageException when none does
   */
  public void complete(ServerMessage message) throws MalformedMessageException {
    int requestId = message.getRequestId();
    boolean more = message.getMore();
    ResponseHandler handler = more ? handlers.get(requestId) : handlers.remove(requestId);
    if (handler == null) {
      throw new MalformedMessageException(
          "request_id: %s is not in flight".formatted(Integer.toUnsignedString(requestId)));
    }
    if (more) {
      handler.onMessage(requestId, message.getResponse());
    } else {
      handler.onResponse(requestId, message.getResponse());
    }
  }

  /** Tells the call that waits, if one does, that bytes of its response have come. */
  public void arrived(int requestId, int bytes) {
    ResponseHandler handler = handlers.get(requestId);
    if (handler != null && bytes > 0) {
      handler.onBytes(requestId, bytes);
    }
  }

  /** Fails a call that waits, and lets its response pass when it comes. */
  public void cancel(int requestId) {
    ResponseHandler handler = handlers.get(requestId);
    if (handler != null && handler != CANCELLED) {
      handlers.put(requestId, CANCELLED);
      handler.onFailure(requestId, new CancellationException());
    }
  }

  /** Fails every call in flight and every later one. Only the first cause counts. */
  public void failAll(Throwable cause) {
    if (failure != null) {
      return;
    }
    failure = cause;
    int[] requestIds = handlers.keySet().stream().mapToInt(Integer::intValue).toArray();
    for (int requestId : requestIds) {
      ResponseHandler handler = handlers.remove(requestId);
      handler.onFailure(requestId, cause);
    }
  }
}
