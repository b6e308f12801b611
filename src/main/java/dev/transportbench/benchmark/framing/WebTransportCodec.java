package dev.transportbench.benchmark.framing;

import dev.transportbench.transport.webtransport.StreamPrefix;
import io.netty.buffer.ByteBuf;

/** What a bidirectional WebTransport stream starts with: signal and session. */
final class WebTransportCodec extends ContentCodec {
  /** A connection's first session. */
  private static final long SESSION = 0;

  private final byte[] prefix = StreamPrefix.of(StreamPrefix.BIDIRECTIONAL, SESSION);

  WebTransportCodec(ByteBuf content) {
    super(content);
  }

  @Override
  public ByteBuf encode() {
    ByteBuf content = content();
    ByteBuf out = ALLOC.directBuffer(prefix.length + contentBytes());
    out.writeBytes(prefix).writeBytes(content);
    content.release();
    return out;
  }

  @Override
  public int decode(ByteBuf wire) {
    StreamPrefix read = new StreamPrefix(false);
    if (read.read(wire) != StreamPrefix.Found.SESSION) {
      throw new IllegalStateException("no session in a stream's prefix");
    }
    ByteBuf rest = read.rest();
    int found = rest.readableBytes();
    rest.release();
    return found;
  }
}
