package dev.transportbench.transport.incubator;

import dev.transportbench.transport.http3.Http3Codec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.incubator.codec.http3.DefaultHttp3DataFrame;
import io.netty.incubator.codec.http3.DefaultHttp3Headers;
import io.netty.incubator.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.incubator.codec.http3.Http3ClientConnectionHandler;
import io.netty.incubator.codec.http3.Http3DataFrame;
import io.netty.incubator.codec.http3.Http3Headers;
import io.netty.incubator.codec.http3.Http3HeadersFrame;
import io.netty.incubator.codec.http3.Http3RequestStreamInitializer;
import io.netty.incubator.codec.http3.Http3ServerConnectionHandler;
import io.netty.incubator.codec.quic.QuicStreamChannel;
import java.util.function.Consumer;

/** The incubator's codec, the predecessor of Netty 4.2's own. */
public final class IncubatorHttp3Codec implements Http3Codec {

  @Override
  public ChannelHandler clientConnection() {
    return new Http3ClientConnectionHandler();
  }

  @Override
  public ChannelHandler serverConnection(Consumer<Channel> prepare) {
    return new Http3ServerConnectionHandler(
        new ChannelInitializer<QuicStreamChannel>() {
          @Override
          protected void initChannel(QuicStreamChannel stream) {
            prepare.accept(stream);
          }
        });
  }

  @Override
  public ChannelHandler requestStream(Consumer<Channel> prepare) {
    return new Http3RequestStreamInitializer() {
      @Override
      protected void initRequestStream(QuicStreamChannel stream) {
        prepare.accept(stream);
      }
    };
  }

  @Override
  public Object requestHeaders(CharSequence method, CharSequence authority, CharSequence path) {
    Http3Headers headers = new DefaultHttp3Headers();
    headers.method(method).scheme("https").authority(authority).path(path);
    return new DefaultHttp3HeadersFrame(headers);
  }

  @Override
  public Object responseHeaders(int status, String allow) {
    Http3Headers headers = new DefaultHttp3Headers().status(Integer.toString(status));
    return new DefaultHttp3HeadersFrame(allow == null ? headers : headers.add("allow", allow));
  }

  @Override
  public Object data(ByteBuf content) {
    return new DefaultHttp3DataFrame(content);
  }

  @Override
  public ByteBuf content(Object frame) {
    return frame instanceof Http3DataFrame data ? data.content() : null;
  }

  @Override
  public boolean isHeaders(Object frame) {
    return frame instanceof Http3HeadersFrame;
  }

  @Override
  public CharSequence method(Object headers) {
    return ((Http3HeadersFrame) headers).headers().method();
  }

  @Override
  public CharSequence path(Object headers) {
    return ((Http3HeadersFrame) headers).headers().path();
  }

  @Override
  public CharSequence status(Object headers) {
    return ((Http3HeadersFrame) headers).headers().status();
  }
}
