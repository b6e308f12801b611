package dev.transportbench.transport.websocket;

import com.google.protobuf.MessageLite;
import dev.transportbench.transport.message.DelimitedReader;
import dev.transportbench.transport.message.Framing;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;

/**
 * A message is one binary message of WebSocket: sent as one frame; received in any number, since a
 * peer may cut it (RFC 6455 §5.4).
 */
final class WebSocketFraming implements Framing {
  private final int maxMessageBytes;
  private ByteBuf fragments;

  WebSocketFraming(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public Object encode(ByteBufAllocator alloc, MessageLite message) {
    return new BinaryWebSocketFrame(Messages.encode(alloc, message));
  }

  @Override
  public void read(Object arrived, DelimitedReader.Sink sink) throws MalformedMessageException {
    try {
      if (arrived instanceof BinaryWebSocketFrame
          || (arrived instanceof ContinuationWebSocketFrame && fragments != null)) {
        read((WebSocketFrame) arrived, sink);
      } else {
        throw new MalformedMessageException(
            "WebSocket: %s; allowed: binary messages"
                .formatted(arrived.getClass().getSimpleName()));
      }
    } finally {
      ReferenceCountUtil.release(arrived);
    }
  }

  private void read(WebSocketFrame frame, DelimitedReader.Sink sink)
      throws MalformedMessageException {
    ByteBuf content = frame.content();
    if (fragments == null && frame.isFinalFragment()) {
      sink.message(content, content.readableBytes());
      return;
    }
    if (fragments == null) {
      fragments = content.alloc().directBuffer(2 * content.readableBytes());
    }
    long soFarBytes = (long) fragments.readableBytes() + content.readableBytes();
    if (soFarBytes > maxMessageBytes) {
      throw MalformedMessageException.tooLong(soFarBytes, maxMessageBytes);
    }
    fragments.writeBytes(content);
    if (frame.isFinalFragment()) {
      ByteBuf whole = fragments;
      fragments = null;
      try {
        sink.message(whole, whole.readableBytes());
      } finally {
        whole.release();
      }
    }
  }

  @Override
  public Object farewell(Throwable cause) {
    return Violations.farewell(cause);
  }

  @Override
  public void close() {
    if (fragments != null) {
      fragments.release();
      fragments = null;
    }
  }
}
