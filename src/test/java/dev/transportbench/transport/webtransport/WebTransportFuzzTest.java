package dev.transportbench.transport.webtransport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.fuzz.FuzzCases;
import dev.transportbench.transport.message.MalformedMessageException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

class WebTransportFuzzTest extends FuzzCases {
  @Override
  protected Stream<Case> cases() {
    return Stream.of(
        new Case("varint", varints(), Set.of(), WebTransportFuzzTest::varint),
        new Case("capsules", capsules(), Set.of(), WebTransportFuzzTest::capsulesWholeAndCut),
        new Case("stream prefix", prefixes(), Set.of(), WebTransportFuzzTest::prefixWholeAndCut));
  }

  private static List<byte[]> varints() {
    return Stream.of(0L, 63L, 64L, 16_383L, 16_384L, (1L << 30) - 1, 1L << 30, (1L << 62) - 1)
        .map(
            value -> {
              ByteBuf out = Unpooled.buffer();
              QuicVarint.write(out, value);
              return bytes(out);
            })
        .toList();
  }

  private static byte[] bytes(ByteBuf in) {
    byte[] bytes = new byte[in.readableBytes()];
    in.readBytes(bytes);
    return bytes;
  }

  /** What was read is written and read again as the same. */
  private static void varint(byte[] input, SplittableRandom random) {
    ByteBuf in = Unpooled.wrappedBuffer(input);
    long value = QuicVarint.read(in);
    if (value == QuicVarint.INCOMPLETE) {
      assertThat(in.readerIndex()).isZero();
      return;
    }
    ByteBuf out = Unpooled.buffer();
    QuicVarint.write(out, value);
    assertThat(out.readableBytes()).isLessThanOrEqualTo(in.readerIndex());
    assertThat(QuicVarint.read(out)).isEqualTo(value);
  }

  private static List<byte[]> capsules() {
    ByteBuf all = Unpooled.buffer();
    Capsules.writeDrain(all);
    QuicVarint.write(all, 0x1234);
    QuicVarint.write(all, 5);
    all.writeBytes(new byte[5]);
    Capsules.writeClose(all, 7, "done");
    ByteBuf close = Unpooled.buffer();
    Capsules.writeClose(close, -1, "x".repeat(1024));
    return List.of(bytes(all), bytes(close));
  }

  private static void capsulesWholeAndCut(byte[] input, SplittableRandom random) {
    List<String> whole = new ArrayList<>();
    capsules(input, Math.max(1, input.length), whole);
    List<String> cut = new ArrayList<>();
    capsules(input, 1 + random.nextInt(20), cut);
    assertThat(cut).isEqualTo(whole);
  }

  private static void capsules(byte[] input, int pieceBytes, List<String> found) {
    Capsules capsules = new Capsules();
    Capsules.Sink sink =
        new Capsules.Sink() {
          @Override
          public void draining() {
            found.add("draining");
          }

          @Override
          public void closed(int code, String reason) {
            found.add(code + reason);
          }
        };
    try {
      for (int at = 0; at < input.length; at += pieceBytes) {
        ByteBuf piece = Unpooled.copiedBuffer(input, at, Math.min(pieceBytes, input.length - at));
        try {
          capsules.read(piece, sink);
        } finally {
          assertThat(piece.refCnt()).isZero();
        }
      }
      found.add("open: " + !capsules.atBoundary());
    } catch (MalformedMessageException e) {
      found.add(String.valueOf(e.getMessage()));
    }
  }

  private static List<byte[]> prefixes() {
    return List.of(
        StreamPrefix.of(StreamPrefix.BIDIRECTIONAL, 0),
        StreamPrefix.of(StreamPrefix.BIDIRECTIONAL, 1 << 20),
        StreamPrefix.of(StreamPrefix.BIDIRECTIONAL, (1L << 62) - 4),
        new byte[] {1, 20, 0, 0, 1, 2, 3});
  }

  private static void prefixWholeAndCut(byte[] input, SplittableRandom random) {
    assertThat(prefix(input, 1 + random.nextInt(5)))
        .isEqualTo(prefix(input, Math.max(1, input.length)));
  }

  private static String prefix(byte[] input, int pieceBytes) {
    StreamPrefix prefix = new StreamPrefix(false);
    StreamPrefix.Found found = StreamPrefix.Found.NOTHING_YET;
    int at = 0;
    while (at < input.length && found == StreamPrefix.Found.NOTHING_YET) {
      int length = Math.min(pieceBytes, input.length - at);
      found = prefix.read(Unpooled.copiedBuffer(input, at, length));
      at += length;
    }
    ByteBuf rest = prefix.rest();
    // What came behind in the same piece differs by the cut; together with what is left it doesn't.
    String all = found + " " + (rest.readableBytes() + input.length - at);
    rest.release();
    return found == StreamPrefix.Found.SESSION ? all + " " + prefix.sessionId() : all;
  }
}
