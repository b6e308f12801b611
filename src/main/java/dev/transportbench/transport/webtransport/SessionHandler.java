package dev.transportbench.transport.webtransport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;

/** What the application does with one session. Called on the connection's loop. */
public interface SessionHandler {

  /** For a bidirectional stream that the peer opened: what to put into its pipeline, or null. */
  default ChannelHandler bidirectional() {
    return null;
  }

  /** For a unidirectional stream that the peer opened: what to put into its pipeline, or null. */
  default ChannelHandler unidirectional() {
    return null;
  }

  /**
   * A datagram arrived.
   *
   * @param payload the handler's to release
   */
  default void datagram(ByteBuf payload) {
    payload.release();
  }

  /** The datagrams that arrived together have all been told: a moment to flush answers. */
  default void datagramsRead() {}

  /** The peer asks that nothing new be opened. */
  default void draining() {}

  /**
   * The session is over, whoever ended it; called once.
   *
   * @param code unsigned 32 bits; 0 when none was given
   */
  default void closed(int code, String reason) {}
}
