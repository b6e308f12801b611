package dev.transportbench.transport.webtransport;

import dev.transportbench.transport.message.MalformedMessageException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/**
 * Capsules (RFC 9297 §3.2) in the DATA frames of a session's CONNECT stream: type, length, value.
 * Bytes may arrive cut anywhere; a capsule of a type that is unknown here is skipped, however long.
 */
final class Capsules {
  static final long CLOSE_SESSION = 0x2843;
  static final long DRAIN_SESSION = 0x78ae;

  /** Of a session's closing message, in UTF-8. */
  static final int MAX_REASON_BYTES = 1024;

  private static final int CODE_BYTES = 4;

  private final ByteBuf pending = Unpooled.buffer();
  private long skipBytes;

  /** Takes each capsule that is known and whole. */
  interface Sink {
    void draining();

    /**
     * @param code unsigned 32 bits
     */
    void closed(int code, String reason);
  }

  /**
   * Reads and releases {@code in}.
   *
   * @throws MalformedMessageException when a capsule's length does not fit its type; nothing more
   *     can be read
   */
  void read(ByteBuf in, Sink sink) throws MalformedMessageException {
    try {
      while (in.isReadable()) {
        if (skipBytes > 0) {
          int skipped = (int) Math.min(skipBytes, in.readableBytes());
          in.skipBytes(skipped);
          skipBytes -= skipped;
        } else {
          pending.writeBytes(in);
          parse(sink);
        }
      }
    } finally {
      in.release();
      pending.discardReadBytes();
    }
  }

  private void parse(Sink sink) throws MalformedMessageException {
    while (pending.isReadable()) {
      int start = pending.readerIndex();
      long type = QuicVarint.read(pending);
      long length = type == QuicVarint.INCOMPLETE ? type : QuicVarint.read(pending);
      if (length == QuicVarint.INCOMPLETE) {
        pending.readerIndex(start);
        return;
      }
      boolean known = type == CLOSE_SESSION || type == DRAIN_SESSION;
      if (!known) {
        int skipped = (int) Math.min(length, pending.readableBytes());
        pending.skipBytes(skipped);
        skipBytes = length - skipped;
        continue;
      }
      check(type, length);
      if (pending.readableBytes() < length) {
        pending.readerIndex(start);
        return;
      }
      ByteBuf value = pending.readSlice((int) length);
      if (type == DRAIN_SESSION) {
        sink.draining();
      } else {
        sink.closed(value.readInt(), value.toString(StandardCharsets.UTF_8));
      }
    }
  }

  private static void check(long type, long length) throws MalformedMessageException {
    if (type == DRAIN_SESSION && length != 0) {
      throw new MalformedMessageException("DRAIN capsule: %d bytes; must be 0".formatted(length));
    }
    if (type == CLOSE_SESSION && (length < CODE_BYTES || length > CODE_BYTES + MAX_REASON_BYTES)) {
      throw new MalformedMessageException(
          "CLOSE capsule: %d bytes; allowed: %d to %d"
              .formatted(length, CODE_BYTES, CODE_BYTES + MAX_REASON_BYTES));
    }
  }

  /** Whether the bytes so far end with a capsule's last one. */
  boolean atBoundary() {
    return skipBytes == 0 && !pending.isReadable();
  }

  /** Appends the capsule that ends a session. */
  static void writeClose(ByteBuf out, int code, String reason) {
    int reasonBytes = ByteBufUtil.utf8Bytes(reason);
    if (reasonBytes > MAX_REASON_BYTES) {
      throw new IllegalArgumentException(
          "reason: %d bytes; allowed: 0 to %d".formatted(reasonBytes, MAX_REASON_BYTES));
    }
    QuicVarint.write(out, CLOSE_SESSION);
    QuicVarint.write(out, CODE_BYTES + reasonBytes);
    out.writeInt(code);
    ByteBufUtil.writeUtf8(out, reason);
  }

  /** Appends the capsule that asks the peer to open nothing new. */
  static void writeDrain(ByteBuf out) {
    QuicVarint.write(out, DRAIN_SESSION);
    QuicVarint.write(out, 0);
  }
}
