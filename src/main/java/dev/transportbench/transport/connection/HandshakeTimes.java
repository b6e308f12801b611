package dev.transportbench.transport.connection;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.OptionalLong;

/** When a connection's handshake of TLS or QUIC began and was done, noted on its channel. */
public final class HandshakeTimes {
  private static final AttributeKey<Long> BEGAN =
      AttributeKey.valueOf(HandshakeTimes.class, "began");
  private static final AttributeKey<Long> DONE = AttributeKey.valueOf(HandshakeTimes.class, "done");

  private HandshakeTimes() {}

  /** Notes that the handshake begins now. */
  public static void begin(Channel connection) {
    begin(connection, System.nanoTime());
  }

  public static void begin(Channel connection, long nanoTime) {
    connection.attr(BEGAN).set(nanoTime);
  }

  /** Notes that the handshake is done. */
  public static void done(Channel connection) {
    connection.attr(DONE).set(System.nanoTime());
  }

  /** How long it took; empty while it is not done, and where there is none. */
  public static OptionalLong nanos(Channel connection) {
    Long began = connection.attr(BEGAN).get();
    Long done = connection.attr(DONE).get();
    return began == null || done == null ? OptionalLong.empty() : OptionalLong.of(done - began);
  }
}
