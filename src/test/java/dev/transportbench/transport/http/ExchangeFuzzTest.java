package dev.transportbench.transport.http;

import dev.transportbench.fuzz.FuzzCases;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A method, a path and a body: whatever they are, one answer. */
class ExchangeFuzzTest extends FuzzCases {
  private static final ThreadLocal<EmbeddedChannel> CONNECTION =
      ThreadLocal.withInitial(EmbeddedChannel::new);

  @Override
  protected Stream<Case> cases() {
    return Stream.of(
        new Case(
            "method, path and body",
            texts(
                "GET /bytes/100 ",
                "HEAD /bytes/4194304?x=1 ",
                "GET https://localhost:1234/bytes/0 ",
                "POST /echo some bytes",
                "POST /rpc \u0000\u0002\b\u0001",
                "OPTIONS * "),
            Set.of(),
            ExchangeFuzzTest::exchange));
  }

  private static void exchange(byte[] input, SplittableRandom random) {
    String text = new String(input, StandardCharsets.ISO_8859_1);
    String[] words = text.split(" ", 3);
    int[] answers = {0};
    Exchange exchange =
        new Exchange(CONNECTION.get(), 1 << 20) {
          @Override
          protected void answer(int status, ByteBuf body) {
            answers[0]++;
            body.release();
          }
        };
    exchange.head(words[0], words.length > 1 ? words[1] : null);
    byte[] body = words.length > 2 ? words[2].getBytes(StandardCharsets.ISO_8859_1) : new byte[0];
    int at = 0;
    while (at < body.length) {
      int length = 1 + random.nextInt(body.length - at);
      ByteBuf part = Unpooled.copiedBuffer(body, at, length);
      exchange.body(part);
      if (part.refCnt() != 0) {
        throw new AssertionError("leaked");
      }
      at += length;
    }
    exchange.end();
    exchange.close();
    if (answers[0] != 1) {
      throw new AssertionError(answers[0] + " answers");
    }
  }
}
