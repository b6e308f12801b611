package dev.transportbench.transport.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelimitedReaderTest {
  private static final int LIMIT = 300;

  private final DelimitedReader reader = new DelimitedReader(LIMIT);
  private final List<String> messages = new ArrayList<>();

  @Test
  void findsMessagesInOnePiece() throws MalformedMessageException {
    read("02 aabb 00 01 cc");
    assertThat(messages).containsExactly("aabb", "", "cc");
    assertThat(reader.atBoundary()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 100, 131})
  void findsMessagesCutAnywhere(int pieceBytes) throws MalformedMessageException {
    // 128 bytes: the shortest whose length takes two bytes.
    byte[] stream = bytes("8001" + "ab".repeat(128) + "00" + "01cc");
    for (int from = 0; from < stream.length; from += pieceBytes) {
      int length = Math.min(pieceBytes, stream.length - from);
      ByteBuf piece = Unpooled.copiedBuffer(stream, from, length);
      reader.read(piece, this::keep);
      assertThat(piece.refCnt()).isZero();
    }
    assertThat(messages).containsExactly("ab".repeat(128), "", "cc");
    assertThat(reader.atBoundary()).isTrue();
  }

  @Test
  void isNotAtABoundaryWithinALengthOrABody() throws MalformedMessageException {
    read("80");
    assertThat(reader.atBoundary()).isFalse();
    read("01");
    assertThat(reader.atBoundary()).isFalse();
    read("ff");
    assertThat(reader.atBoundary()).isFalse();
    reader.close();
  }

  @Test
  void acceptsTheLimitAndRefusesOneMoreBeforeTheBody() throws MalformedMessageException {
    read("ac02" + "00".repeat(LIMIT));
    assertThat(messages).hasSize(1);
    assertThatThrownBy(() -> read("ad02"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("message: 301 bytes; allowed: 0 to 300");
  }

  @Test
  void refusesANegativeLength() {
    // -1 as protobuf writes an int32: ten bytes; the fifth group does not end it.
    assertThatThrownBy(() -> read("ffffffffffffffffff01"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("more than 5 bytes");
    assertThat(messages).isEmpty();
  }

  @Test
  void refusesALengthAbove31Bits() {
    assertThatThrownBy(() -> read("ffffffff0f"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("4294967295 bytes");
    assertThatThrownBy(() -> new DelimitedReader(LIMIT).read(buffer("ffffffff7f"), this::keep))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("34359738367 bytes");
  }

  @Test
  void acceptsALengthPaddedWithZeroGroups() throws MalformedMessageException {
    read("8280808000" + "aabb");
    assertThat(messages).containsExactly("aabb");
  }

  @Test
  void releasesWhatItReadsEvenWhenTheSinkThrows() {
    ByteBuf in = buffer("01aa");
    assertThatThrownBy(
            () ->
                reader.read(
                    in,
                    (message, bodyBytes) -> {
                      throw new MalformedMessageException("no");
                    }))
        .hasMessage("no");
    assertThat(in.refCnt()).isZero();
  }

  @Test
  void dropsWhatComesAfterItIsClosed() throws MalformedMessageException {
    read("05aa");
    reader.close();
    ByteBuf late = buffer("bbccddee");
    reader.read(late, this::keep);
    assertThat(late.refCnt()).isZero();
    assertThat(messages).isEmpty();
  }

  private void read(String hex) throws MalformedMessageException {
    reader.read(buffer(hex), this::keep);
  }

  private void keep(ByteBuf in, int bodyBytes) {
    messages.add(ByteBufUtil.hexDump(in, in.readerIndex(), bodyBytes));
  }

  private static ByteBuf buffer(String hex) {
    return Unpooled.copiedBuffer(bytes(hex));
  }

  private static byte[] bytes(String hex) {
    return ByteBufUtil.decodeHexDump(hex.replace(" ", ""));
  }
}
