package dev.transportbench.benchmark.framing;

import dev.transportbench.transport.message.DelimitedReader;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Varint;
import io.netty.buffer.ByteBuf;

/** The content behind its length as a varint, as {@code tcp} and {@code quic} have it. */
final class LengthCodec extends ContentCodec implements DelimitedReader.Sink {
  private final DelimitedReader reader = new DelimitedReader(Integer.MAX_VALUE);
  private int found;

  LengthCodec(ByteBuf content) {
    super(content);
  }

  @Override
  public ByteBuf encode() {
    ByteBuf content = content();
    ByteBuf out = ALLOC.directBuffer(Varint.size(contentBytes()) + contentBytes());
    Varint.write(out, contentBytes());
    out.writeBytes(content);
    content.release();
    return out;
  }

  @Override
  public int decode(ByteBuf wire) {
    found = -1;
    try {
      reader.read(wire, this);
    } catch (MalformedMessageException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }

  @Override
  public void message(ByteBuf in, int bodyBytes) {
    found = bodyBytes;
  }
}
