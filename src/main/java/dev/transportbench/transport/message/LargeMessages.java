package dev.transportbench.transport.message;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of large messages a server holds for the streams of one connection: requests that
 * are not whole yet, and answers that are not sent yet. Flow control alone does not bound them,
 * since a connection may have a thousand streams with a few MiB each. A benchmark has at most 64
 * MiB in flight; small messages are never counted, nor refused. Confined to the connection's loop.
 */
public final class LargeMessages {
  private static final int LARGE_BYTES = 64 << 10;
  private static final long CONNECTION_LIMIT_BYTES = 96L << 20;
  private static final long PROCESS_LIMIT_BYTES =
      Math.max(256L << 20, PlatformDependent.maxDirectMemory() / 2);
  private static final AtomicLong PROCESS_BYTES = new AtomicLong();
  private static final AttributeKey<LargeMessages> KEY =
      AttributeKey.valueOf(LargeMessages.class, "of a connection");

  private long connectionBytes;

  private LargeMessages() {}

  /**
   * Says how much a stream holds from now on.
   *
   * @param beforeBytes as this method returned it; 0 at first
   * @param nowBytes 0 at last
   * @return what is counted from now on, 0 for a small message; negative when there is no room, and
   *     {@code beforeBytes} stays counted
   */
  public static long hold(Channel connection, long beforeBytes, long nowBytes) {
    long bytes = nowBytes < LARGE_BYTES ? 0 : nowBytes;
    long more = bytes - beforeBytes;
    if (more == 0) {
      return bytes;
    }
    LargeMessages large = connection.attr(KEY).get();
    if (large == null) {
      large = new LargeMessages();
      connection.attr(KEY).set(large);
    }
    if (more > 0
        && (large.connectionBytes + more > CONNECTION_LIMIT_BYTES
            || PROCESS_BYTES.get() + more > PROCESS_LIMIT_BYTES)) {
      return -1;
    }
    large.connectionBytes += more;
    PROCESS_BYTES.addAndGet(more);
    return bytes;
  }
}
