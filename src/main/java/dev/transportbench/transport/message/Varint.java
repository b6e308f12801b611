package dev.transportbench.transport.message;

import io.netty.buffer.ByteBuf;

/**
 * Protobuf's base-128 variable-length integer, as far as lengths need it: 0 to 2³¹−1, least
 * significant group first, at most {@link #MAX_BYTES} bytes.
 */
public final class Varint {
  /** The longest encoding of 32 bits. */
  public static final int MAX_BYTES = 5;

  private Varint() {}

  /** How many bytes {@link #write} takes for {@code value}, which is not negative. */
  public static int size(int value) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(value | 1);
    return (bits + 6) / 7;
  }

  /** Appends {@code value}, which is not negative. */
  public static void write(ByteBuf out, int value) {
    int rest = value;
    while (rest >= 0x80) {
      out.writeByte(rest | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }
}
