package dev.transportbench.transport.webtransport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuicVarintTest {

  /** The examples of RFC 9000 appendix A.1, and each length's first and last value. */
  @ParameterizedTest
  @CsvSource({
    "151288809941952652, c2197c5eff14e88c",
    "494878333, 9d7f3e7d",
    "15293, 7bbd",
    "37, 25",
    "0, 00",
    "63, 3f",
    "64, 4040",
    "65, 4041",
    "16383, 7fff",
    "16384, 80004000",
    "1073741823, bfffffff",
    "1073741824, c000000040000000",
    "4611686018427387903, ffffffffffffffff"
  })
  void writesTheShortestAndReadsItBack(long value, String hex) {
    ByteBuf out = Unpooled.buffer();
    QuicVarint.write(out, value);
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo(hex);
    assertThat(QuicVarint.size(value)).isEqualTo(hex.length() / 2);
    assertThat(QuicVarint.read(out)).isEqualTo(value);
    assertThat(out.isReadable()).isFalse();
  }

  @Test
  void readsLongerEncodingsToo() {
    ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump("4025"));
    assertThat(QuicVarint.read(in)).isEqualTo(37);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "40", "800040", "c2197c5eff14e8"})
  void takesNothingWhenBytesAreMissing(String hex) {
    ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
    assertThat(QuicVarint.read(in)).isEqualTo(QuicVarint.INCOMPLETE);
    assertThat(in.readableBytes()).isEqualTo(hex.length() / 2);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, QuicVarint.MAX_VALUE + 1, Long.MIN_VALUE})
  void refusesWhatHasNoEncoding(long value) {
    assertThatIllegalArgumentException().isThrownBy(() -> QuicVarint.size(value));
  }
}
