package dev.transportbench.peers;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.Messages;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The client's end of a peer: sends from any thread, and is answered on a thread of the peer's own.
 *
 * <p>RPCs have lanes, of which each has one in flight at most: an id's low {@value #LANE_BITS} bits
 * say which.
 */
public abstract class PeerClient implements RpcClient {
  static final int LANE_BITS = 12;
  static final int LANES = 1 << LANE_BITS;

  private final Side side;
  private final Map<Integer, ResponseHandler> pending = new ConcurrentHashMap<>();

  /** Is told, on a thread of the peer's, what became of an RPC. */
  public interface Answer {
    void received(ServerMessage message);

    void failed(Throwable cause);
  }

  protected PeerClient(Side side) {
    this.side = side;
  }

  /** Sends a message that asks; {@code answer} is told once, before this returns or later. */
  public abstract void send(ClientMessage message, Answer answer);

  /** Stops all threads; blocks until they are gone or it takes too long. */
  protected abstract void stop() throws Exception;

  /** The lane of an RPC. */
  protected static int laneOf(int requestId) {
    return requestId & LANES - 1;
  }

  /** For callers that want the contract's threads: the response changes threads once. */
  @Override
  public final void call(int requestId, Request request, ResponseHandler handler) {
    pending.put(requestId, handler);
    send(
        Messages.client(requestId, request),
        new Answer() {
          @Override
          public void received(ServerMessage message) {
            side.loop().execute(() -> settle(message));
          }

          @Override
          public void failed(Throwable cause) {
            side.loop().execute(() -> settle(requestId, cause));
          }
        });
  }

  private void settle(ServerMessage message) {
    ResponseHandler handler = pending.remove(message.getRequestId());
    if (handler != null) {
      handler.onResponse(message.getRequestId(), message.getResponse());
    }
  }

  private void settle(int requestId, Throwable cause) {
    ResponseHandler handler = pending.remove(requestId);
    if (handler != null) {
      handler.onFailure(requestId, cause);
    }
  }

  @Override
  public final void cancel(int requestId) {
    settle(requestId, new java.util.concurrent.CancellationException("given up"));
  }

  @Override
  public final void flush() {
    // Each RPC left when it was sent.
  }

  /** Not counted here: few peers tell. The server's are, where they are accepted. */
  @Override
  public final int connectionsOpened() {
    return 0;
  }

  @Override
  public Map<String, String> negotiated() {
    return Map.of();
  }

  @Override
  public final Future<Void> close() {
    try {
      stop();
      return side.loop().newSucceededFuture(null);
    } catch (Exception e) {
      return side.loop().newFailedFuture(e);
    }
  }
}
