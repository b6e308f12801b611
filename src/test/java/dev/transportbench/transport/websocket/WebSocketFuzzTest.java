package dev.transportbench.transport.websocket;

import dev.transportbench.fuzz.FuzzCases;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Frames in any order, as Netty's decoder gives them: kind, last or not, length, bytes. */
class WebSocketFuzzTest extends FuzzCases {
  private static final int MAX_MESSAGE_BYTES = 1000;

  @Override
  protected Stream<Case> cases() {
    return Stream.of(
        new Case(
            "messages of frames",
            // Bits 1 and 2: binary, continuation, text, pong; bits 0 and 3: more follows.
            List.of(new byte[] {0, 2, 8, 1, 0, 0}, new byte[] {9, 1, 8, 11, 0, 2, 1, 1, 0, 0}),
            Set.of(MalformedMessageException.class),
            WebSocketFuzzTest::frames));
  }

  private static void frames(byte[] input, SplittableRandom random)
      throws MalformedMessageException {
    WebSocketFraming framing = new WebSocketFraming(MAX_MESSAGE_BYTES);
    int at = 0;
    try {
      while (at + 2 <= input.length) {
        int length = Math.min(input[at + 1] & 0xff, input.length - at - 2);
        ByteBuf content = Unpooled.copiedBuffer(input, at + 2, length);
        boolean last = (input[at] & 1) == 0 || (input[at] & 8) == 0;
        WebSocketFrame frame =
            switch ((input[at] >> 1) & 3) {
              case 0 -> new BinaryWebSocketFrame(last, 0, content);
              case 1 -> new ContinuationWebSocketFrame(last, 0, content);
              case 2 -> new TextWebSocketFrame(last, 0, content);
              default -> new PongWebSocketFrame(content);
            };
        at += 2 + length;
        try {
          framing.read(frame, (in, bytes) -> Messages.parseClient(in, bytes));
        } finally {
          // The empty buffer is everybody's.
          if (length > 0 && content.refCnt() != 0) {
            throw new AssertionError("leaked");
          }
        }
      }
    } finally {
      framing.close();
    }
  }
}
