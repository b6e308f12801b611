package dev.transportbench.transport.message;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.rpc.proto.ServerMessage;
import io.netty.buffer.ByteBuf;

/**
 * One call that has an exchange of bytes to itself, a stream or a connection's turn: the request to
 * send, and the one delimited message that is expected. Tells its handler exactly once.
 */
public class PendingCall implements DelimitedReader.Sink {
  private final int requestId;
  private final DelimitedReader reader;
  private Request request;
  private ResponseHandler handler;
  private boolean answered;
  private boolean mixedUp;

  /**
   * @param request null for a stream of messages, which are not sent from here
   */
  public PendingCall(int requestId, Request request, ResponseHandler handler, int maxMessageBytes) {
    this.requestId = requestId;
    this.request = request;
    this.handler = handler;
    reader = new DelimitedReader(maxMessageBytes);
  }

  public final int requestId() {
    return requestId;
  }

  /** Whether the handler has been told. */
  public final boolean settled() {
    return handler == null;
  }

  /** Whether the response had another call's id: the peer mixes calls up. */
  public final boolean mixedUp() {
    return mixedUp;
  }

  /** The request's message; to be asked for once. */
  public final ClientMessage takeMessage() {
    ClientMessage message = Messages.client(requestId, request);
    request = null;
    return message;
  }

  /**
   * Takes and releases the next bytes of the response.
   *
   * @throws MalformedMessageException when they are not what was expected; the call must be failed
   */
  public void read(ByteBuf in) throws MalformedMessageException {
    arrived(in.readableBytes());
    reader.read(in, this);
  }

  /** Tells the handler of bytes that have come. */
  protected final void arrived(int bytes) {
    if (handler != null && bytes > 0) {
      handler.onBytes(requestId, bytes);
    }
  }

  @Override
  public final void message(ByteBuf in, int bodyBytes) throws MalformedMessageException {
    if (answered) {
      throw new MalformedMessageException("a second message in answer to one call");
    }
    ServerMessage message = Messages.parseServer(in, bodyBytes);
    if (message.getRequestId() != requestId) {
      mixedUp = true;
      throw new MalformedMessageException(
          "request_id: %s; must be %s"
              .formatted(
                  Integer.toUnsignedString(message.getRequestId()),
                  Integer.toUnsignedString(requestId)));
    }
    if (message.getMore()) {
      if (handler != null) {
        handler.onMessage(requestId, message.getResponse());
      }
      return;
    }
    answered = true;
    complete(message.getResponse());
  }

  /** Hands the response on, unless the call is settled already. */
  protected final void complete(Response response) {
    if (handler != null) {
      ResponseHandler waiting = handler;
      handler = null;
      waiting.onResponse(requestId, response);
    }
  }

  /** Fails the call, unless it is settled already. A response that comes later is dropped. */
  public final void fail(Throwable cause) {
    if (handler != null) {
      ResponseHandler waiting = handler;
      handler = null;
      request = null;
      waiting.onFailure(requestId, cause);
    }
  }

  /** To be called when the response has ended: fails the call when it has not been answered. */
  public void end() {
    if (handler != null) {
      fail(new MalformedMessageException("the stream ended before its response"));
    }
  }

  /** Gives up what was read of an unfinished message. */
  public void close() {
    reader.close();
  }
}
