package dev.transportbench.transport.webtransport;

import io.netty.buffer.ByteBuf;

/**
 * QUIC's variable-length integer (RFC 9000 §16): 0 to 2⁶²−1 in 1, 2, 4 or 8 bytes, big-endian, the
 * length in the first two bits.
 */
final class QuicVarint {
  static final long MAX_VALUE = (1L << 62) - 1;

  /** What {@link #read} gives when bytes are missing. */
  static final long INCOMPLETE = -1;

  private QuicVarint() {}

  /**
   * How many bytes {@link #write} takes.
   *
   * @throws IllegalArgumentException when there is no encoding for {@code value}
   */
  static int size(long value) {
    if (value < 0 || value > MAX_VALUE) {
      throw new IllegalArgumentException("varint: %d; allowed: 0 to 2^62-1".formatted(value));
    }
    if (value < 1 << 6) {
      return 1;
    }
    if (value < 1 << 14) {
      return 2;
    }
    return value < 1 << 30 ? 4 : 8;
  }

  /** Appends {@code value} in its shortest encoding. */
  static void write(ByteBuf out, long value) {
    switch (size(value)) {
      case 1 -> out.writeByte((int) value);
      case 2 -> out.writeShort((int) value | 0x4000);
      case 4 -> out.writeInt((int) value | 0x8000_0000);
      default -> out.writeLong(value | 0xc000_0000_0000_0000L);
    }
  }

  /** Takes the next integer, in any of its encodings; {@link #INCOMPLETE} takes nothing. */
  static long read(ByteBuf in) {
    if (!in.isReadable()) {
      return INCOMPLETE;
    }
    int bytes = 1 << (in.getUnsignedByte(in.readerIndex()) >> 6);
    if (in.readableBytes() < bytes) {
      return INCOMPLETE;
    }
    return switch (bytes) {
      case 1 -> in.readByte() & 0x3f;
      case 2 -> in.readShort() & 0x3fff;
      case 4 -> in.readInt() & 0x3fff_ffff;
      default -> in.readLong() & MAX_VALUE;
    };
  }
}
