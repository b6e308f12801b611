package dev.transportbench.peers;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnsafeByteOperations;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.ServerMessage;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Messages to arrays and back, with as few copies as ours; an array belongs to whom it is given.
 */
public final class PeerMessages {
  private PeerMessages() {}

  /** The message behind its length, as {@code POST /rpc} has it. */
  public static byte[] delimited(MessageLite message) {
    int bodyBytes = message.getSerializedSize();
    byte[] bytes = new byte[CodedOutputStream.computeUInt32SizeNoTag(bodyBytes) + bodyBytes];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      out.writeUInt32NoTag(bodyBytes);
      message.writeTo(out);
      out.checkNoSpaceLeft();
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes a delimited request, and gives the delimited response. */
  public static byte[] answerDelimited(byte[] request) {
    try {
      return delimited(RpcService.answer(ClientMessage.parseFrom(body(request))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes a request as a WebSocket message has it, and gives the response. */
  public static byte[] answer(byte[] request) {
    try {
      return RpcService.answer(ClientMessage.parseFrom(whole(request))).toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ServerMessage parseDelimited(byte[] response) throws IOException {
    return ServerMessage.parseFrom(body(response));
  }

  public static ServerMessage parse(byte[] response) throws IOException {
    return ServerMessage.parseFrom(whole(response));
  }

  private static CodedInputStream body(byte[] delimited) throws IOException {
    CodedInputStream in = whole(delimited);
    int bodyBytes = in.readRawVarint32();
    if (in.getTotalBytesRead() + bodyBytes != delimited.length) {
      throw new IOException(
          "a body of %d B that holds a message of %d B".formatted(delimited.length, bodyBytes));
    }
    return in;
  }

  /** A message's payload is then a view of these bytes, not another copy. */
  private static CodedInputStream whole(byte[] bytes) {
    ByteString shared = UnsafeByteOperations.unsafeWrap(bytes);
    CodedInputStream in = shared.newCodedInput();
    in.enableAliasing(true);
    return in;
  }
}
