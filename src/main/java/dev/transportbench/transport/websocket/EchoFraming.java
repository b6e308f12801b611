package dev.transportbench.transport.websocket;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.DelimitedReader;
import dev.transportbench.transport.message.Framing;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * For a client of a server that echoes: a call's payload is one binary message, and the messages
 * that come back are, in order, the answers.
 */
final class EchoFraming implements Framing {
  private final WebSocketFraming messages;
  private final Queue<Integer> requestIds = new ArrayDeque<>();

  EchoFraming(int maxMessageBytes) {
    messages = new WebSocketFraming(maxMessageBytes);
  }

  @Override
  public Object encode(ByteBufAllocator alloc, MessageLite message) {
    ClientMessage call = (ClientMessage) message;
    requestIds.add(call.getRequestId());
    return new BinaryWebSocketFrame(
        Unpooled.wrappedBuffer(call.getRequest().getPayload().asReadOnlyByteBuffer()));
  }

  @Override
  public void read(Object arrived, DelimitedReader.Sink sink) throws MalformedMessageException {
    messages.read(arrived, (in, bodyBytes) -> answer(in, bodyBytes, sink));
  }

  private void answer(ByteBuf in, int bodyBytes, DelimitedReader.Sink sink)
      throws MalformedMessageException {
    Integer requestId = requestIds.poll();
    if (requestId == null) {
      throw new MalformedMessageException("WebSocket: a message that nobody waits for");
    }
    byte[] payload = new byte[bodyBytes];
    in.getBytes(in.readerIndex(), payload);
    ServerMessage message =
        ServerMessage.newBuilder()
            .setRequestId(requestId)
            .setResponse(Response.newBuilder().setPayload(ByteString.copyFrom(payload)))
            .build();
    ByteBuf encoded = Messages.encode(in.alloc(), message);
    try {
      sink.message(encoded, encoded.readableBytes());
    } finally {
      encoded.release();
    }
  }

  @Override
  public void close() {
    messages.close();
  }
}
