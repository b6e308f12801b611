package dev.transportbench.benchmark.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wire bytes against a hand count, from the RFCs.
 *
 * <pre>
 * content          ClientMessage: request_id 3, Request tag 1 + length L, method 6,
 *                  payload n: tag 1 + length + n, nothing at all for n = 0
 *                  n = 0: 3 + 2 + 6 = 11         128: 3 + 3 + 6 + 131 = 143
 *                  1,024: 3 + 3 + 6 + 1,027 = 1,039
 *                  16,384: 3 + 4 + 6 + 1 + 3 + 16,384 = 16,401
 *                  262,144: 3 + 4 + 6 + 1 + 3 + 262,144 = 262,161
 * length           varint of the content's length: 1, 2, 2, 3, 3
 *
 * http1            RFC 9112: "POST /rpc HTTP/1.1" 18 + 2
 *                  "host: transport-bench.test:12345" 32 + 2, empty line 2               56
 *                  "content-length: " 16 + digits 2, 3, 4, 5, 6 + 2
 *
 * http2            RFC 9113 §4.1: 9 a frame, of at most 16,384
 *                  warm: HEADERS 9 + 4 fields of 1                                       13
 *                  cold, RFC 7541 §6.2.1: POST, https 1 each; :path 1 + 1 + "/rpc" 4      6
 *                  :authority 1 + 1 + host 26. Netty's encoder leaves strings below
 *                  512 bytes without Huffman's code, as §5.2 allows                      28
 *                  9 + 1 + 1 + 6 + 28                                                    45
 *                  DATA 9 each: 1, 1, 1, 2, 17 frames
 *
 * http3            RFC 9114 §7.1, RFC 9204 §4.5: HEADERS 1 + 1, prefix 2, POST 1, https 1,
 *                  :authority 1 + 1 + Huffman of the host: 116 bits + 5 digits
 *                  (1, 2: 5; 3, 4, 5: 6) 28 = 144 bits = 18                              20
 *                  :path 1 + 1 + Huffman of "/rpc" 3                                      5
 *                  2 + 2 + 1 + 1 + 20 + 5                                                31
 *                  DATA 1 + length 1 (to 63), 2 (to 16,383), 4: 2, 3, 3, 5, 5
 *
 * websocket        RFC 6455 §5.2: 2, + 2 from 126, + 8 from 65,536, + 4 of mask
 *                  2, 4, 4, 4, 10
 *
 * webtransport     signal 0x41 as a varint of two bytes, session 0 as one                 3
 *
 * tls              RFC 8446 §5.2: 5 + content type 1 + tag 16 = 22 a record of 16,384
 *                  1, 1, 1, 2, 17 records
 * </pre>
 */
class FrameCodecsTest {

  @ParameterizedTest
  @CsvSource({
    "none, 0, 0, 0, 0, 0",
    "protobuf, 0, 0, 0, 0, 0",
    "length, 1, 2, 2, 3, 3",
    "http1, 76, 77, 78, 79, 80",
    "http2-warm, 22, 22, 22, 31, 166",
    "http2-cold, 54, 54, 54, 63, 198",
    "http3, 33, 34, 34, 36, 36",
    "websocket-masked, 6, 8, 8, 8, 14",
    "websocket-unmasked, 2, 4, 4, 4, 10",
    "webtransport, 3, 3, 3, 3, 3",
    "tls, 22, 22, 22, 44, 374"
  })
  void overheadIsAsCountedByHand(String codec, int none, int small, int kib, int large, int huge) {
    assertThat(overhead(codec, 0, 11)).isEqualTo(none);
    assertThat(overhead(codec, 128, 143)).isEqualTo(small);
    assertThat(overhead(codec, 1024, 1039)).isEqualTo(kib);
    assertThat(overhead(codec, 16_384, 16_401)).isEqualTo(large);
    assertThat(overhead(codec, 262_144, 262_161)).isEqualTo(huge);
  }

  private static int overhead(String name, int payloadBytes, int contentBytes) {
    try (FrameCodec codec = FrameCodecs.named(name, payloadBytes)) {
      assertThat(codec.contentBytes()).isEqualTo(contentBytes);
      int wireBytes = 0;
      for (int i = 0; i < 3; i++) {
        ByteBuf wire = codec.nextWire();
        wireBytes = wire.readableBytes();
        assertThat(codec.decode(wire)).isEqualTo(contentBytes);
      }
      ByteBuf encoded = codec.encode();
      assertThat(encoded.readableBytes()).isEqualTo(wireBytes);
      encoded.release();
      return wireBytes - contentBytes;
    }
  }

  /**
   *
   *
   * <pre>
   * 7 identifiers of 26: tag and length 2 each; from field 16 on the tag takes 2
   *   message, conversation, sender, client, reply_to 5 · 28, thread 29               169
   * sender_name 2 + 12, language 2 + 2                                                 18
   * sent_at, edited_at 1 + 6 each, sequence 1 + 3                                      18
   * text 1 + length of n + n, absent for n = 0
   * kind, edited, pinned, silent 2 each                                                 8
   * reply_count 2 + 1                                                                   3
   * mentioned 3 · (2 + 1 + 26)                                                         87
   * receipts 8 · (2 + 1 + user 28, state 2, at 1 + 6)                                 320
   * reactions 2 · (2 + 1 + user 28, emoji 2 + 4)                                       74
   * attachment 2 + 1 + url 2 + 48, type 2 + 10, bytes 1 + 3, width, height 1 + 2 each  75
   * label 2 + 1 + key 2 + 5, value 2 + 7                                               19
   * latitude, longitude, trace_id, span_id 2 + 8 each                                  40
   * utc_offset 2 + 1 (zigzag of −60 is 119), priority 2 + 1                             6
   * expires_at 2 + 6                                                                    8
   * signature 2 + 1 + 64                                                               67
   * </pre>
   */
  @ParameterizedTest
  @CsvSource({"0, 0", "128, 131", "1024, 1027", "16384, 16388", "262144, 262148"})
  void aChatMessageIsAsCountedByHand(int payloadBytes, int textBytes) {
    int others = 169 + 18 + 18 + 8 + 3 + 87 + 320 + 74 + 75 + 19 + 40 + 6 + 8 + 67;
    try (FrameCodec codec = FrameCodecs.named("protobuf-chat", payloadBytes)) {
      assertThat(codec.contentBytes()).isEqualTo(others + textBytes);
      ByteBuf wire = codec.nextWire();
      assertThat(wire.readableBytes()).isEqualTo(codec.contentBytes());
      assertThat(codec.decode(wire)).isEqualTo(codec.contentBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"encode", "decode"})
  void aMeterCountsWhatOneMessageCosts(String direction) {
    try (FramingMeter meter = new FramingMeter("tls", 128, direction)) {
      for (int i = 0; i < 200; i++) {
        assertThat(meter.message()).isPositive();
      }
    }
  }

  @Test
  void anUnknownNameIsRefusedInOneLine() {
    assertThatThrownBy(() -> new FramingMeter("http9", 0, "encode"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(
            "codec: 'http9' is unknown; allowed: protobuf, protobuf-chat, none");
    assertThatThrownBy(() -> new FramingMeter("http1", 0, "both"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("direction: 'both' is unknown; allowed: encode, decode");
  }
}
