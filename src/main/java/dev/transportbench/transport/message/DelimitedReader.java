package dev.transportbench.transport.message;

import io.netty.buffer.ByteBuf;

/**
 * Finds messages in a stream of bytes where each stands behind its length as a {@link Varint}.
 * Bytes may arrive cut anywhere. A message that arrived whole is handed on where it lies; one that
 * did not is collected in a buffer of its announced length, so that it is copied once.
 */
public final class DelimitedReader {
  private static final int FIRST_BYTES = 64 << 10;
  private static final int LENGTH_PENDING = -1;

  private final int maxMessageBytes;
  private long length;
  private int lengthBits;
  private int bodyBytes = LENGTH_PENDING;
  private ByteBuf partial;
  private boolean closed;

  /**
   * @param maxMessageBytes longer messages are refused as soon as their length is read
   */
  public DelimitedReader(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  /** Takes each message as it is found. */
  public interface Sink {
    /**
     * @param in its next {@code bodyBytes} are the message; valid during this call, not to be
     *     released, its indexes not to be moved
     */
    void message(ByteBuf in, int bodyBytes) throws MalformedMessageException;

    /**
     * Is shown what has come of a message that is not whole yet.
     *
     * @param soFar the message's first bytes; as above
     * @param newBytes how many of them are new
     */
    default void part(ByteBuf soFar, int newBytes) {}
  }

  /**
   * Reads and releases {@code in}.
   *
   * @throws MalformedMessageException when a length is no varint or above the limit, or when the
   *     sink says so; the stream can't be read any further
   */
  public void read(ByteBuf in, Sink sink) throws MalformedMessageException {
    try {
      while (!closed && in.isReadable()) {
        if (bodyBytes == LENGTH_PENDING && !readLength(in)) {
          return;
        }
        if (partial != null || in.readableBytes() < bodyBytes) {
          collect(in, sink);
        } else {
          int end = in.readerIndex() + bodyBytes;
          int whole = bodyBytes;
          bodyBytes = LENGTH_PENDING;
          sink.message(in, whole);
          in.readerIndex(end);
        }
      }
    } finally {
      in.release();
    }
  }

  /** Whether the bytes so far end with a message's last one. */
  public boolean atBoundary() {
    return bodyBytes == LENGTH_PENDING && lengthBits == 0;
  }

  /** How long the message is whose bytes have not all come; 0 when there is none. */
  public int unfinishedBytes() {
    return partial == null ? 0 : bodyBytes;
  }

  /** Gives up what was collected; bytes read later are dropped. */
  public void close() {
    closed = true;
    if (partial != null) {
      partial.release();
      partial = null;
    }
  }

  private boolean readLength(ByteBuf in) throws MalformedMessageException {
    while (in.isReadable()) {
      byte group = in.readByte();
      length |= (long) (group & 0x7f) << lengthBits;
      lengthBits += 7;
      if (group >= 0) {
        if (length > maxMessageBytes) {
          throw MalformedMessageException.tooLong(length, maxMessageBytes);
        }
        bodyBytes = (int) length;
        length = 0;
        lengthBits = 0;
        return true;
      }
      if (lengthBits == 7 * Varint.MAX_BYTES) {
        throw new MalformedMessageException(
            "message length: a varint of more than %d bytes".formatted(Varint.MAX_BYTES));
      }
    }
    return false;
  }

  private void collect(ByteBuf in, Sink sink) throws MalformedMessageException {
    if (partial == null) {
      // What a peer only says is coming is not worth memory; a buffer doubles as it comes.
      int firstBytes = Math.min(bodyBytes, Math.max(FIRST_BYTES, 2 * in.readableBytes()));
      partial = in.alloc().directBuffer(firstBytes, bodyBytes);
    }
    int newBytes = Math.min(in.readableBytes(), partial.maxWritableBytes());
    partial.writeBytes(in, newBytes);
    if (partial.maxWritableBytes() > 0) {
      sink.part(partial, newBytes);
      return;
    }
    ByteBuf whole = partial;
    partial = null;
    bodyBytes = LENGTH_PENDING;
    try {
      sink.message(whole, whole.readableBytes());
    } finally {
      whole.release();
    }
  }
}
