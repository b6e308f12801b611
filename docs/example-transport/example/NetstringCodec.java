package example;

import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code LENGTH:BYTES,} with the length in decimal; the bytes are one protobuf message. */
final class NetstringCodec extends ByteToMessageCodec<MessageLite> {
  private static final int MOST_DIGITS = 9;

  /** Reads a message from its bytes. */
  interface Parser {
    MessageLite parse(InputStream bytes) throws IOException;
  }

  private final Parser parser;
  private final int maxMessageBytes;

  NetstringCodec(Parser parser, int maxMessageBytes) {
    this.parser = parser;
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  protected void encode(ChannelHandlerContext ctx, MessageLite message, ByteBuf out) {
    byte[] bytes = message.toByteArray();
    out.writeCharSequence(bytes.length + ":", StandardCharsets.US_ASCII);
    out.writeBytes(bytes).writeByte(',');
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
      throws IOException {
    int digits = in.bytesBefore((byte) ':');
    if (digits == 0 || digits > MOST_DIGITS || digits < 0 && in.readableBytes() > MOST_DIGITS) {
      throw new IOException("a netstring must begin with its length and a colon");
    }
    if (digits < 0) {
      return;
    }
    int start = in.readerIndex();
    String text = in.toString(start, digits, StandardCharsets.US_ASCII);
    if (!text.matches("0|[1-9][0-9]*")) {
      throw new IOException("a netstring's length must be a decimal number");
    }
    int length = Integer.parseInt(text);
    // Refused before it is read: see Terms.
    if (length > maxMessageBytes) {
      throw new IOException(
          "message: %d bytes; allowed: at most %d".formatted(length, maxMessageBytes));
    }
    if (in.readableBytes() < digits + 1 + length + 1) {
      return;
    }
    in.skipBytes(digits + 1);
    out.add(parser.parse(new ByteBufInputStream(in, length)));
    if (in.readByte() != ',') {
      throw new IOException("a netstring must end with a comma");
    }
  }
}
