package dev.transportbench.benchmark.framing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** A codec whose messages have the same bytes each time, once its tables are warm. */
abstract class SameWire implements FrameCodec {
  static final ByteBufAllocator ALLOC = ByteBufAllocator.DEFAULT;

  private final int contentBytes;
  private ByteBuf wire;

  SameWire(int contentBytes) {
    this.contentBytes = contentBytes;
  }

  @Override
  public final int contentBytes() {
    return contentBytes;
  }

  @Override
  public ByteBuf nextWire() {
    if (wire == null) {
      wire = encode();
    }
    return wire.retainedDuplicate();
  }

  @Override
  public void close() {
    if (wire != null) {
      wire.release();
      wire = null;
    }
  }
}
