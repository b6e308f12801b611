package dev.transportbench.benchmark.framing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;

/** A codec that puts a frame around content that is bytes already. */
abstract class ContentCodec extends SameWire {
  private final ByteBuf content;

  /**
   * @param content taken over
   */
  ContentCodec(ByteBuf content) {
    super(content.readableBytes());
    this.content = content;
  }

  /** The content, one reference of it. */
  final ByteBuf content() {
    return content.retainedDuplicate();
  }

  /** All that a channel was made to write, as one. */
  static ByteBuf written(EmbeddedChannel channel) {
    ByteBuf first = channel.readOutbound();
    ByteBuf next = channel.readOutbound();
    if (next == null) {
      return first;
    }
    CompositeByteBuf all = ALLOC.compositeBuffer(Integer.MAX_VALUE);
    all.addComponent(true, first);
    while (next != null) {
      all.addComponent(true, next);
      next = channel.readOutbound();
    }
    return all;
  }

  @Override
  public void close() {
    super.close();
    content.release();
  }
}
