package dev.transportbench.transport.message;

import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBufAllocator;

/**
 * How messages lie on one connection that carries many of them. One instance a connection and end;
 * confined to its loop.
 */
public interface Framing {

  /** What to write to the channel for {@code message}. */
  Object encode(ByteBufAllocator alloc, MessageLite message);

  /**
   * Reads and releases what the channel gave, and hands on each message that is now whole.
   *
   * @throws MalformedMessageException when the connection can't be read any further
   */
  void read(Object arrived, DelimitedReader.Sink sink) throws MalformedMessageException;

  /** Whether a long message is seen from its first bytes on, and not only when it is whole. */
  default boolean showsParts() {
    return false;
  }

  /**
   * What to write to the peer before the connection is closed.
   *
   * @param cause what it is closed for
   * @return null for nothing
   */
  default Object farewell(Throwable cause) {
    return null;
  }

  /** Gives up what was read of an unfinished message. */
  void close();
}
