package dev.transportbench.transport.stream;

import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.OptionalLong;

/** A client's connection that can carry many streams. Confined to its loop. */
public interface StreamConnection {

  /** How many streams the peer lets this end open now. */
  long streamsAllowed();

  /**
   * Opens a stream and puts {@code handler} into its pipeline.
   *
   * @return done before this returns, unless the protocol must wait for something
   */
  Future<?> openStream(ChannelHandler handler);

  /** Packets of the calls from now on wait for {@link #flush}. */
  void hold();

  /** Sends the packets that waited. */
  void flush();

  /** Adds what this connection negotiated, in the words of {@code Terms}. */
  void addTerms(Map<String, String> terms);

  /** Adds what was counted on this connection, in the words of {@code RpcClient.counters}. */
  void addCounters(Map<String, Double> to);

  /** As {@code RpcClient.handshakeNanos}. */
  OptionalLong handshakeNanos();

  /** Ends the streams and the connection. Done when its socket is closed. */
  Future<Void> close();
}
