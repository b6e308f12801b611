package dev.transportbench.transport.webtransport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The two integers that a WebTransport stream starts with: a signal, which is also the frame type
 * that says "not HTTP/3's" on a bidirectional stream and the stream type of a unidirectional one,
 * and the session's id. Keeps the bytes of an unfinished prefix, in which a stream may arrive.
 */
public final class StreamPrefix {
  public static final long BIDIRECTIONAL = 0x41;
  static final long UNIDIRECTIONAL = 0x54;

  /** What reading found so far. */
  public enum Found {
    NOTHING_YET,
    /** The stream is not WebTransport's: all its bytes are HTTP/3's. */
    OTHER,
    SESSION
  }

  private boolean signalRead;
  private ByteBuf held = Unpooled.EMPTY_BUFFER;
  private long sessionId;

  /**
   * @param signalRead whether somebody read the signal already
   */
  public StreamPrefix(boolean signalRead) {
    this.signalRead = signalRead;
  }

  /** The bytes that a stream of {@code sessionId} starts with. */
  public static byte[] of(long signal, long sessionId) {
    ByteBuf out = Unpooled.buffer(2 * Long.BYTES);
    QuicVarint.write(out, signal);
    QuicVarint.write(out, sessionId);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return bytes;
  }

  /**
   * Takes the next bytes; {@link #rest} gives back those that belong to what follows.
   *
   * @param in owned from now on
   */
  public Found read(ByteBuf in) {
    held = held.isReadable() ? join(held, in) : replace(held, in);
    if (!signalRead) {
      int start = held.readerIndex();
      long signal = QuicVarint.read(held);
      if (signal == QuicVarint.INCOMPLETE) {
        return Found.NOTHING_YET;
      }
      if (signal != BIDIRECTIONAL) {
        held.readerIndex(start);
        return Found.OTHER;
      }
      signalRead = true;
    }
    sessionId = QuicVarint.read(held);
    return sessionId == QuicVarint.INCOMPLETE ? Found.NOTHING_YET : Found.SESSION;
  }

  private static ByteBuf join(ByteBuf first, ByteBuf second) {
    try {
      ByteBuf both = second.alloc().directBuffer(first.readableBytes() + second.readableBytes());
      return both.writeBytes(first).writeBytes(second);
    } finally {
      first.release();
      second.release();
    }
  }

  private static ByteBuf replace(ByteBuf empty, ByteBuf in) {
    empty.release();
    return in;
  }

  /** Once {@link Found#SESSION} was found. */
  long sessionId() {
    return sessionId;
  }

  /** The bytes read but not used, perhaps none; they are the caller's from now on. */
  public ByteBuf rest() {
    ByteBuf rest = held;
    held = Unpooled.EMPTY_BUFFER;
    return rest;
  }
}
