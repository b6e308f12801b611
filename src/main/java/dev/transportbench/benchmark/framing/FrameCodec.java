package dev.transportbench.benchmark.framing;

import io.netty.buffer.ByteBuf;

/**
 * One codec, set up for one message. Confined to a thread. An implementation keeps what a
 * connection keeps (tables, keys), and nothing of a message.
 */
public interface FrameCodec extends AutoCloseable {

  /** The bytes that the codec is given: what its overhead is counted from. */
  int contentBytes();

  /** Turns the message into bytes, which the caller releases. */
  ByteBuf encode();

  /**
   * Reads one message and releases its bytes.
   *
   * @param wire what {@link #nextWire} gave
   * @return the content's bytes found, to be compared with {@link #contentBytes}
   */
  int decode(ByteBuf wire);

  /**
   * The bytes of one message for {@link #decode}, the caller's to hand on. By default the same
   * bytes each time; a codec whose bytes can be read once only makes new ones.
   */
  ByteBuf nextWire();

  /** Whether {@link #nextWire} makes new bytes each time, so that its time must be taken off. */
  default boolean wireIsMadeAnew() {
    return false;
  }

  @Override
  void close();
}
