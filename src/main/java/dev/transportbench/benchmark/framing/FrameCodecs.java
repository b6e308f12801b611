package dev.transportbench.benchmark.framing;

import dev.transportbench.config.BadInputException;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The codecs by name. */
public final class FrameCodecs {
  private static final Map<String, IntFunction<FrameCodec>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("protobuf", ProtobufCodec::opaque);
    BY_NAME.put("protobuf-chat", ProtobufCodec::chat);
    framing("none", EmbeddedCodec::none);
    framing("length", LengthCodec::new);
    framing("http1", EmbeddedCodec::http1);
    framing("http2-cold", content -> new Http2Codec(content, true));
    framing("http2-warm", content -> new Http2Codec(content, false));
    framing("http3", Http3Codec::new);
    framing("websocket-masked", content -> EmbeddedCodec.webSocket(content, true));
    framing("websocket-unmasked", content -> EmbeddedCodec.webSocket(content, false));
    framing("webtransport", WebTransportCodec::new);
    framing("tls", TlsCodec::new);
  }

  private FrameCodecs() {}

  private static void framing(String name, Function<ByteBuf, FrameCodec> maker) {
    BY_NAME.put(name, payloadBytes -> maker.apply(RpcMessages.content(payloadBytes)));
  }

  /**
   * @throws BadInputException when there is none of that name
   */
  public static FrameCodec named(String name, int payloadBytes) {
    IntFunction<FrameCodec> maker = BY_NAME.get(name);
    if (maker == null) {
      throw new BadInputException(
          "codec: '%s' is unknown; allowed: %s"
              .formatted(name, String.join(", ", BY_NAME.keySet())));
    }
    return maker.apply(payloadBytes);
  }
}
