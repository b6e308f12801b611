package dev.transportbench.benchmark.framing;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamAddress;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamChannelConfig;
import io.netty.handler.codec.quic.QuicStreamPriority;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.util.AttributeKey;
import io.netty.util.DefaultAttributeMap;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A QUIC stream that belongs to no connection: as much of one as HTTP/3's codec asks for. */
final class EmbeddedQuicStream extends EmbeddedChannel implements QuicStreamChannel {
  private static final long STREAM_ID = 0;

  private final DefaultAttributeMap attributes = new DefaultAttributeMap();
  private final QuicChannel connection = connection(attributes);
  private QuicStreamChannelConfig config;

  /** A connection that has attributes and nothing else. */
  private static QuicChannel connection(DefaultAttributeMap attributes) {
    return (QuicChannel)
        Proxy.newProxyInstance(
            QuicChannel.class.getClassLoader(),
            new Class<?>[] {QuicChannel.class},
            (proxy, method, args) -> {
              if (method.getName().equals("attr")) {
                return attributes.attr((AttributeKey<?>) args[0]);
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  @Override
  public long streamId() {
    return STREAM_ID;
  }

  @Override
  public QuicStreamType type() {
    return QuicStreamType.BIDIRECTIONAL;
  }

  @Override
  public boolean isLocalCreated() {
    return true;
  }

  @Override
  public QuicChannel parent() {
    return connection;
  }

  @Override
  public QuicStreamAddress localAddress() {
    return null;
  }

  @Override
  public QuicStreamAddress remoteAddress() {
    return null;
  }

  /** The channel's own, under the type that a stream's must have. */
  @Override
  public QuicStreamChannelConfig config() {
    if (config == null) {
      ChannelConfig own = super.config();
      config =
          (QuicStreamChannelConfig)
              Proxy.newProxyInstance(
                  QuicStreamChannelConfig.class.getClassLoader(),
                  new Class<?>[] {QuicStreamChannelConfig.class},
                  (proxy, method, args) -> {
                    try {
                      return ChannelConfig.class
                          .getMethod(method.getName(), method.getParameterTypes())
                          .invoke(own, args);
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  });
    }
    return config;
  }

  @Override
  public EmbeddedQuicStream read() {
    super.read();
    return this;
  }

  @Override
  public EmbeddedQuicStream flush() {
    super.flush();
    return this;
  }

  @Override
  public QuicStreamPriority priority() {
    return null;
  }

  @Override
  public ChannelFuture updatePriority(QuicStreamPriority priority, ChannelPromise promise) {
    return promise.setFailure(new UnsupportedOperationException());
  }

  @Override
  public boolean isInputShutdown() {
    return false;
  }

  @Override
  public boolean isOutputShutdown() {
    return false;
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public ChannelFuture shutdown(ChannelPromise promise) {
    return promise.setFailure(new UnsupportedOperationException());
  }

  @Override
  public ChannelFuture shutdownOutput(ChannelPromise promise) {
    return shutdown(promise);
  }

  @Override
  public ChannelFuture shutdown(int error, ChannelPromise promise) {
    return shutdown(promise);
  }

  @Override
  public ChannelFuture shutdownInput(int error, ChannelPromise promise) {
    return shutdown(promise);
  }

  @Override
  public ChannelFuture shutdownOutput(int error, ChannelPromise promise) {
    return shutdown(promise);
  }
}
