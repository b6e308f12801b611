package dev.transportbench.rpc;

import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The client's end of one transport. Confined to its {@link Side}'s loop: every method is called on
 * that thread, every callback comes on it.
 */
public interface RpcClient {

  /**
   * Queues one RPC; it may leave at once or at the next {@link #flush}.
   *
   * <p>{@code handler} is called exactly once for each call, from the loop or before this method
   * returns. The request is shared between calls and must not be modified.
   *
   * @param requestId unsigned 32 bits, unique among this client's RPCs in flight
   */
  void call(int requestId, Request request, ResponseHandler handler);

  /**
   * Gives an RPC up: its handler is told {@code onFailure} with a {@link
   * java.util.concurrent.CancellationException} before this returns, and a response that still
   * comes is dropped. Where each RPC has a stream of its own, the stream is reset. Does nothing
   * when the RPC is settled already.
   *
   * @param requestId not to be used again on this client until {@link #close}
   */
  void cancel(int requestId);

  /**
   * Opens a stream of messages in both directions beside the RPCs: on the same connection, and on a
   * stream of its own where the protocol has any. The server answers each message by {@link
   * MessageStreams}. {@code handler} is told {@code onMessage} of each but the last, and of the
   * last {@code onResponse}; or {@code onFailure}.
   *
   * @param requestId of all its messages; unique among this client's RPCs and streams in flight
   * @throws UnsupportedOperationException without {@link Trait#MESSAGE_STREAMS}
   */
  default MessageStream openStream(int requestId, ResponseHandler handler) {
    throw new UnsupportedOperationException("this transport has no streams of messages");
  }

  /** The client's end of a stream of messages. Confined to the client's loop. */
  interface MessageStream {
    /** Queues a message, after those before; it may leave at once or at the next flush. */
    void send(Request message);

    /** Queues the last message. */
    void end(Request message);
  }

  /** Sends what is queued. Called once after each batch of calls. */
  void flush();

  /** Connections opened so far, failed attempts included. */
  int connectionsOpened();

  /**
   * What was negotiated, read from the connection, never repeated from what was asked: {@code
   * tls.version}, {@code tls.suite}, {@code congestion}, {@code sndbuf.bytes} … Names in {@link
   * Terms}. Unlike values on two sides or in two cells mean that they must not be compared.
   */
  Map<String, String> negotiated();

  /**
   * What the kernel or the library counted at this end of the connections since they were opened,
   * summed over them: {@code packets.sent}, {@code packets.data.sent} (those that hold more than an
   * acknowledgement), {@code packets.retransmitted}, {@code packets.spurious} (sent again though
   * they had arrived), {@code packets.lost}; and, of one of them, {@code rtt.us}, {@code
   * rtt.min.us}, {@code cwnd.bytes}. What is not known is left out.
   */
  default Map<String, Double> counters() {
    return Map.of();
  }

  /**
   * How long TLS's or QUIC's handshake took, of the connection whose was done last: over TCP from
   * the moment when that was connected. Empty while none is done, and where there is none.
   */
  default OptionalLong handshakeNanos() {
    return OptionalLong.empty();
  }

  /** Fails what is in flight and closes the connections. Done when the last is closed. */
  Future<Void> close();

  /**
   * As {@link #close}, and leaves nothing behind that would stay for a while, as a closed TCP
   * connection stays in TIME_WAIT for a minute and keeps its port: for clients that are opened by
   * the thousand. Where there is no such way, as {@link #close}.
   */
  default Future<Void> discard() {
    return close();
  }

  /** Is told what became of an RPC. Must not throw. */
  interface ResponseHandler {
    /**
     * More bytes of a response have come, at least one. Told from a response's first bytes on,
     * before {@link #onResponse}, by transports that can tell to which RPC such bytes belong; never
     * by those that see whole messages only.
     *
     * @param bytes of the response as its transport frames it, so that over an RPC they add up to a
     *     few more than the payload
     */
    default void onBytes(int requestId, int bytes) {}

    /**
     * A response arrived. One whose {@code error} is set is the server's refusal, not a failure of
     * the transport.
     *
     * @param requestId as the response says; the caller checks that it is one of its own
     */
    void onResponse(int requestId, Response response);

    /** A message of a stream arrived, in the order in which they were sent; more will follow. */
    default void onMessage(int requestId, Response message) {}

    /** The RPC ended without a response: connection lost, stream reset, message malformed. */
    void onFailure(int requestId, Throwable cause);
  }
}
