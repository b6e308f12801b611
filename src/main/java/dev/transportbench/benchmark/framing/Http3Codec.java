package dev.transportbench.benchmark.framing;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.QpackSensitivityDetector;
import io.netty.util.ReferenceCountUtil;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * A request's HEADERS and DATA by Netty's codec for HTTP/3, QPACK's dynamic table off as in the
 * transport. The codec's class is its package's own, made here by reflection, once; from then on it
 * is a handler like any other. It is told to check no order of frames, so that one stream can carry
 * many requests.
 */
final class Http3Codec extends ContentCodec {
  private static final String PACKAGE = "io.netty.handler.codec.http3.";
  private static final long NO_LIMIT = Long.MAX_VALUE;

  private final EmbeddedQuicStream encoder;
  private final EmbeddedQuicStream decoder;

  Http3Codec(ByteBuf content) {
    super(content);
    encoder = stream();
    decoder = stream();
  }

  private static EmbeddedQuicStream stream() {
    EmbeddedQuicStream stream = new EmbeddedQuicStream();
    try {
      Object qpack = make("QpackAttributes", stream.parent(), true);
      Method set =
          Class.forName(PACKAGE + "Http3")
              .getDeclaredMethod("setQpackAttributes", Channel.class, qpack.getClass());
      open(set).invoke(null, stream.parent(), qpack);
      Object noState = constant("Http3RequestStreamCodecState", "NO_STATE");
      stream
          .pipeline()
          .addLast(
              (ChannelHandler)
                  make(
                      "Http3FrameCodec",
                      constant("Http3FrameTypeValidator", "NO_VALIDATION"),
                      make("QpackDecoder", 0L, 0),
                      NO_LIMIT,
                      Integer.MAX_VALUE,
                      make("QpackEncoder", QpackSensitivityDetector.NEVER_SENSITIVE),
                      noState,
                      noState,
                      null));
      return stream;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("HTTP/3's codec is not as it was: " + e, e);
    }
  }

  /** By the only constructor with as many parameters. */
  private static Object make(String name, Object... arguments) throws ReflectiveOperationException {
    for (Constructor<?> constructor : Class.forName(PACKAGE + name).getDeclaredConstructors()) {
      Class<?>[] types = constructor.getParameterTypes();
      boolean fits = types.length == arguments.length;
      for (int i = 0; fits && i < types.length; i++) {
        fits = types[i].isPrimitive() || arguments[i] == null || types[i].isInstance(arguments[i]);
      }
      if (fits) {
        return open(constructor).newInstance(arguments);
      }
    }
    throw new NoSuchMethodException(name);
  }

  private static Object constant(String type, String name) throws ReflectiveOperationException {
    Field field = Class.forName(PACKAGE + type).getDeclaredField(name);
    return open(field).get(null);
  }

  private static <T extends AccessibleObject> T open(T member) {
    member.setAccessible(true);
    return member;
  }

  @Override
  public ByteBuf encode() {
    Http3Headers headers = new DefaultHttp3Headers();
    headers.method("POST").scheme("https").authority("transport-bench.test:12345").path("/rpc");
    encoder.writeOneOutbound(new DefaultHttp3HeadersFrame(headers));
    encoder.writeOneOutbound(new DefaultHttp3DataFrame(content()));
    encoder.flushOutbound();
    return written(encoder);
  }

  @Override
  public int decode(ByteBuf wire) {
    decoder.writeInbound(wire);
    int found = 0;
    Object frame;
    while ((frame = decoder.readInbound()) != null) {
      if (frame instanceof Http3DataFrame data) {
        found += data.content().readableBytes();
      }
      ReferenceCountUtil.release(frame);
    }
    return found;
  }

  @Override
  public void close() {
    super.close();
    encoder.finishAndReleaseAll();
    decoder.finishAndReleaseAll();
  }
}
