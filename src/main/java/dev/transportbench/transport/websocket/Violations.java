package dev.transportbench.transport.websocket;

import dev.transportbench.transport.message.MalformedMessageException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;

/** What a server tells a peer that broke a rule: a close frame with RFC 6455 §7.4.1's code. */
final class Violations {
  private Violations() {}

  /** Null for what is no violation: then the connection closes as it does without one. */
  static CloseWebSocketFrame farewell(Throwable cause) {
    if (cause instanceof CorruptedWebSocketFrameException corrupted) {
      return new CloseWebSocketFrame(corrupted.closeStatus());
    }
    if (cause instanceof MalformedMessageException malformed) {
      return new CloseWebSocketFrame(
          malformed.tooLong()
              ? WebSocketCloseStatus.MESSAGE_TOO_BIG
              : WebSocketCloseStatus.INVALID_PAYLOAD_DATA);
    }
    return null;
  }
}
