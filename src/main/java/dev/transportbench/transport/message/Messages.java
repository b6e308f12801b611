package dev.transportbench.transport.message;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.protobuf.UnsafeByteOperations;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.ServerMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;

/** Messages to buffers and back, with one copy each way. */
public final class Messages {
  /** Field 1, a varint. */
  private static final int REQUEST_ID_TAG = ServerMessage.REQUEST_ID_FIELD_NUMBER << 3;

  private Messages() {}

  /** The message that carries one request. */
  public static ClientMessage client(int requestId, Request request) {
    return ClientMessage.newBuilder().setRequestId(requestId).setRequest(request).build();
  }

  /** A message of a stream of them. */
  public static ClientMessage ofStream(int requestId, Request request, boolean more) {
    return ClientMessage.newBuilder()
        .setRequestId(requestId)
        .setRequest(request)
        .setMore(more)
        .build();
  }

  /** The message alone, in a direct buffer of exactly its size. */
  public static ByteBuf encode(ByteBufAllocator alloc, MessageLite message) {
    int bodyBytes = message.getSerializedSize();
    ByteBuf out = alloc.directBuffer(bodyBytes);
    append(out, message, bodyBytes);
    return out;
  }

  /** The message behind its length as a {@link Varint}, in one direct buffer. */
  public static ByteBuf encodeDelimited(ByteBufAllocator alloc, MessageLite message) {
    int bodyBytes = message.getSerializedSize();
    ByteBuf out = alloc.directBuffer(Varint.size(bodyBytes) + bodyBytes);
    Varint.write(out, bodyBytes);
    append(out, message, bodyBytes);
    return out;
  }

  private static void append(ByteBuf out, MessageLite message, int bodyBytes) {
    if (bodyBytes == 0) {
      return;
    }
    int start = out.writerIndex();
    CodedOutputStream stream =
        CodedOutputStream.newInstance(out.internalNioBuffer(start, bodyBytes));
    try {
      message.writeTo(stream);
      stream.flush();
    } catch (IOException e) {
      out.release();
      throw new IllegalStateException("a message outgrew its own serialized size", e);
    }
    out.writerIndex(start + bodyBytes);
  }

  /**
   * The next {@code bodyBytes} of {@code in} as a client's message; {@code in} is left as it is.
   */
  public static ClientMessage parseClient(ByteBuf in, int bodyBytes)
      throws MalformedMessageException {
    return parse(ClientMessage.parser(), in, bodyBytes);
  }

  /**
   * The next {@code bodyBytes} of {@code in} as a server's message; {@code in} is left as it is.
   */
  public static ServerMessage parseServer(ByteBuf in, int bodyBytes)
      throws MalformedMessageException {
    return parse(ServerMessage.parser(), in, bodyBytes);
  }

  /**
   * The request id of a server's message of which only the first bytes are there.
   *
   * @return unsigned 32 bits; -1 while it is not to be seen, or where it does not come first
   */
  public static long requestIdOf(ByteBuf soFar) {
    int at = soFar.readerIndex();
    if (soFar.readableBytes() < 1 + Varint.MAX_BYTES || soFar.getByte(at) != REQUEST_ID_TAG) {
      return -1;
    }
    long id = 0;
    for (int i = 0; i < Varint.MAX_BYTES; i++) {
      byte group = soFar.getByte(at + 1 + i);
      id |= (long) (group & 0x7f) << 7 * i;
      if (group >= 0) {
        return id & 0xffff_ffffL;
      }
    }
    return -1;
  }

  private static <T> T parse(Parser<T> parser, ByteBuf in, int bodyBytes)
      throws MalformedMessageException {
    byte[] bytes = new byte[bodyBytes];
    in.getBytes(in.readerIndex(), bytes);
    // Aliasing: the message's payload is a view of these bytes, not another copy.
    CodedInputStream stream = UnsafeByteOperations.unsafeWrap(bytes).newCodedInput();
    stream.enableAliasing(true);
    try {
      return parser.parseFrom(stream);
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedMessageException("not a message of rpc.proto: " + e.getMessage(), e);
    }
  }
}
