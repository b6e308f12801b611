package dev.transportbench.transport.http3;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.util.function.Consumer;

/**
 * One of the HTTP/3 codecs for Netty, which are alike but for the packages of their types. QPACK's
 * dynamic table is off, as they come.
 */
public interface Http3Codec {

  /** For the pipeline of a client's connection. */
  ChannelHandler clientConnection();

  /**
   * For the pipeline of a server's connection.
   *
   * @param prepare adds what answers to the pipeline of each request stream, behind the codec
   */
  ChannelHandler serverConnection(Consumer<Channel> prepare);

  /**
   * For the pipeline of a request stream that a client opens.
   *
   * @param prepare adds what calls, behind the codec
   */
  ChannelHandler requestStream(Consumer<Channel> prepare);

  /** A HEADERS frame with the four pseudo-headers of a request and no other field. */
  Object requestHeaders(CharSequence method, CharSequence authority, CharSequence path);

  /**
   * A HEADERS frame with {@code :status}, {@code allow} where that is not null, and no other field.
   */
  Object responseHeaders(int status, String allow);

  Object data(ByteBuf content);

  /** The content of a DATA frame, which is not retained; null for any other frame. */
  ByteBuf content(Object frame);

  boolean isHeaders(Object frame);

  /** {@code :method} of a HEADERS frame; null when there is none. */
  CharSequence method(Object headers);

  /** {@code :path} of a HEADERS frame; null when there is none. */
  CharSequence path(Object headers);

  /** {@code :status} of a HEADERS frame; null when there is none. */
  CharSequence status(Object headers);
}
