package dev.transportbench.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ChaCha8Test {
  /**
   * Strombergson: Test Vectors for the Stream Cipher ChaCha
   * (draft-strombergson-chacha-test-vectors-01), TC1, 256-bit key, 8 rounds, first block.
   */
  @Test
  void thePublishedVector() {
    assertThat(HexFormat.of().formatHex(ChaCha8.bytes(new int[8], 64)))
        .isEqualTo(
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
                + "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42");
  }

  /** What {@code ChaCha8Rng::seed_from_u64(42)} of rand_chacha 0.3.1 fills 4 MiB with. */
  @Test
  void theSameBytesAsInRust() {
    byte[] bytes = ChaCha8.bytes(42, 4 << 20);
    assertThat(HexFormat.of().formatHex(bytes, 0, 64))
        .isEqualTo(
            "a15b5d39b5bf90ae88917925c63f45f38c53b6c508b7716d52671658f9b29aa0"
                + "b042b6bcd849e1499e825da45bb463261413875001bfdb4e8428122a0d9bcacd");
    assertThat(HexFormat.of().formatHex(bytes, bytes.length - 16, bytes.length))
        .isEqualTo("accabd5d71886d1fe833c29aeda16fac");
  }

  @Test
  void aShorterOneIsTheBeginningOfALonger() {
    assertThat(ChaCha8.bytes(42, 100)).isEqualTo(Arrays.copyOf(ChaCha8.bytes(42, 1000), 100));
    assertThat(ChaCha8.bytes(42, 0)).isEmpty();
  }

  @Test
  void payloadsAreThatStream() {
    assertThat(Payloads.bytes(1000).toByteArray()).isEqualTo(ChaCha8.bytes(42, 1000));
  }
}
