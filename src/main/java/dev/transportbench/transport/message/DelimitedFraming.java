package dev.transportbench.transport.message;

import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Each message behind its length as a {@link Varint}, straight on a stream of bytes. */
public final class DelimitedFraming implements Framing {
  private final DelimitedReader reader;

  public DelimitedFraming(int maxMessageBytes) {
    reader = new DelimitedReader(maxMessageBytes);
  }

  @Override
  public Object encode(ByteBufAllocator alloc, MessageLite message) {
    return Messages.encodeDelimited(alloc, message);
  }

  @Override
  public void read(Object arrived, DelimitedReader.Sink sink) throws MalformedMessageException {
    reader.read((ByteBuf) arrived, sink);
  }

  @Override
  public boolean showsParts() {
    return true;
  }

  @Override
  public void close() {
    reader.close();
  }
}
