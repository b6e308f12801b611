package dev.transportbench.rpc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The byte stream of ChaCha with eight rounds (Bernstein: ChaCha, a variant of Salsa20, 2008), as
 * Rust's {@code rand_chacha} 0.3 gives it: a 64-bit block counter from 0, a 64-bit nonce of 0, and
 * a key that {@code rand_core}'s {@code seed_from_u64} expands from a number. The study that {@code
 * firefly} repeats fills its payloads so.
 */
final class ChaCha8 {
  private static final int ROUNDS = 8;
  private static final int KEY_WORDS = 8;
  private static final int BLOCK_WORDS = 16;
  private static final int BLOCK_BYTES = 4 * BLOCK_WORDS;

  /** "expand 32-byte k", little-endian. */
  private static final int[] CONSTANTS = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

  // PCG32 (O'Neill, 2014), whose outputs become the key.
  private static final long PCG_MULTIPLIER = 6364136223846793005L;
  private static final long PCG_INCREMENT = Long.parseUnsignedLong("11634580027462260723");

  private ChaCha8() {}

  /** The first {@code count} bytes of the stream that a seed gives. */
  static byte[] bytes(long seed, int count) {
    return bytes(key(seed), count);
  }

  static byte[] bytes(int[] key, int count) {
    ByteBuffer out =
        ByteBuffer.allocate((count + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    int[] state = new int[BLOCK_WORDS];
    int[] words = new int[BLOCK_WORDS];
    System.arraycopy(CONSTANTS, 0, state, 0, CONSTANTS.length);
    System.arraycopy(key, 0, state, CONSTANTS.length, KEY_WORDS);
    for (long block = 0; out.hasRemaining(); block++) {
      state[12] = (int) block;
      state[13] = (int) (block >>> 32);
      System.arraycopy(state, 0, words, 0, BLOCK_WORDS);
      for (int round = 0; round < ROUNDS; round += 2) {
        doubleRound(words);
      }
      for (int i = 0; i < BLOCK_WORDS; i++) {
        out.putInt(words[i] + state[i]);
      }
    }
    return out.capacity() == count ? out.array() : java.util.Arrays.copyOf(out.array(), count);
  }

  /** The columns, then the diagonals. */
  private static void doubleRound(int[] x) {
    quarterRound(x, 0, 4, 8, 12);
    quarterRound(x, 1, 5, 9, 13);
    quarterRound(x, 2, 6, 10, 14);
    quarterRound(x, 3, 7, 11, 15);
    quarterRound(x, 0, 5, 10, 15);
    quarterRound(x, 1, 6, 11, 12);
    quarterRound(x, 2, 7, 8, 13);
    quarterRound(x, 3, 4, 9, 14);
  }

  private static void quarterRound(int[] x, int a, int b, int c, int d) {
    x[a] += x[b];
    x[d] = Integer.rotateLeft(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = Integer.rotateLeft(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = Integer.rotateLeft(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = Integer.rotateLeft(x[b] ^ x[c], 7);
  }

  private static int[] key(long seed) {
    int[] key = new int[KEY_WORDS];
    long state = seed;
    for (int i = 0; i < KEY_WORDS; i++) {
      state = state * PCG_MULTIPLIER + PCG_INCREMENT;
      int shifted = (int) ((state >>> 18 ^ state) >>> 27);
      key[i] = Integer.rotateRight(shifted, (int) (state >>> 59));
    }
    return key;
  }
}
