package dev.transportbench.transport.webtransport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.transport.webtransport.StreamPrefix.Found;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamPrefixTest {

  private static ByteBuf hex(String hex) {
    return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
  }

  private static String rest(StreamPrefix prefix) {
    return ByteBufUtil.hexDump(prefix.rest());
  }

  /** Session ids of one, two and four bytes. */
  @ParameterizedTest
  @CsvSource({"0, 404100", "60, 40413c", "64, 40414040", "16384, 404180004000"})
  void isFoundWholeOrByteByByte(long sessionId, String bytes) {
    assertThat(ByteBufUtil.hexDump(StreamPrefix.of(StreamPrefix.BIDIRECTIONAL, sessionId)))
        .isEqualTo(bytes);
    StreamPrefix whole = new StreamPrefix(false);
    assertThat(whole.read(hex(bytes + "abcd"))).isEqualTo(Found.SESSION);
    assertThat(whole.sessionId()).isEqualTo(sessionId);
    assertThat(rest(whole)).isEqualTo("abcd");

    StreamPrefix cut = new StreamPrefix(false);
    for (int i = 0; i < bytes.length() - 2; i += 2) {
      assertThat(cut.read(hex(bytes.substring(i, i + 2)))).isEqualTo(Found.NOTHING_YET);
    }
    assertThat(cut.read(hex(bytes.substring(bytes.length() - 2)))).isEqualTo(Found.SESSION);
    assertThat(cut.sessionId()).isEqualTo(sessionId);
    assertThat(rest(cut)).isEmpty();
  }

  @Test
  void needsNoSignalOnAUnidirectionalStream() {
    StreamPrefix prefix = new StreamPrefix(true);
    assertThat(prefix.read(hex("40"))).isEqualTo(Found.NOTHING_YET);
    assertThat(prefix.read(hex("41ff"))).isEqualTo(Found.SESSION);
    assertThat(prefix.sessionId()).isEqualTo(65);
    assertThat(rest(prefix)).isEqualTo("ff");
  }

  /** HEADERS, a reserved frame type of eight bytes, and the signal of another kind of stream. */
  @ParameterizedTest
  @CsvSource({"0105aabbccddee", "c000000000000021ff", "405400"})
  void givesBackAllOfAnotherStream(String bytes) {
    StreamPrefix prefix = new StreamPrefix(false);
    assertThat(prefix.read(hex(bytes))).isEqualTo(Found.OTHER);
    assertThat(rest(prefix)).isEqualTo(bytes);
  }

  @Test
  void givesBackAnotherStreamsFirstBytesWhenTheyCameApart() {
    StreamPrefix prefix = new StreamPrefix(false);
    assertThat(prefix.read(hex("40"))).isEqualTo(Found.NOTHING_YET);
    assertThat(prefix.read(hex("42aa"))).isEqualTo(Found.OTHER);
    assertThat(rest(prefix)).isEqualTo("4042aa");
  }

  @Test
  void takesTheSignalInALongerEncoding() {
    StreamPrefix prefix = new StreamPrefix(false);
    assertThat(prefix.read(hex("8000004104"))).isEqualTo(Found.SESSION);
    assertThat(prefix.sessionId()).isEqualTo(4);
  }
}
