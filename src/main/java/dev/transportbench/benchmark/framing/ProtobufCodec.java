package dev.transportbench.benchmark.framing;

import com.google.protobuf.MessageLite;
import dev.transportbench.benchmark.proto.ChatMessage;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Protobuf alone. */
final class ProtobufCodec extends SameWire {
  /** Reads one kind of message. */
  private interface Parser {
    MessageLite parse(ByteBuf wire) throws IOException;
  }

  private final MessageLite message;
  private final Parser parser;

  private ProtobufCodec(MessageLite message, Parser parser) {
    super(message.getSerializedSize());
    this.message = message;
    this.parser = parser;
  }

  /** The transports' own message: opaque bytes, copied once each way. */
  static FrameCodec opaque(int payloadBytes) {
    return new ProtobufCodec(RpcMessages.request(payloadBytes), ProtobufCodec::parseRequest);
  }

  /** A message of thirty fields, with receipts, whose text takes the payload's bytes. */
  static FrameCodec chat(int payloadBytes) {
    return new ProtobufCodec(ChatMessages.of(payloadBytes), ProtobufCodec::parseChat);
  }

  private static MessageLite parseRequest(ByteBuf wire) throws MalformedMessageException {
    return Messages.parseClient(wire, wire.readableBytes());
  }

  private static MessageLite parseChat(ByteBuf wire) throws IOException {
    return ChatMessage.parseFrom(new ByteBufInputStream(wire));
  }

  @Override
  public ByteBuf encode() {
    return Messages.encode(ALLOC, message);
  }

  @Override
  public int decode(ByteBuf wire) {
    try {
      return parser.parse(wire).getSerializedSize();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      wire.release();
    }
  }
}
