package dev.transportbench.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;

/**
 * The bytes that RPCs carry: pseudo-random, so that nothing compresses them, and the same for every
 * transport and run. A payload of n bytes is the first n of one fixed sequence: that of {@link
 * ChaCha8} with seed 42, which anybody can make in another language.
 */
public final class Payloads {
  private static final long SEED = 42;
  private static final byte[] SEQUENCE = ChaCha8.bytes(SEED, RpcService.MAX_RESPONSE_BYTES);

  private Payloads() {}

  /**
   * A payload, without copying.
   *
   * @param count 0 to {@link RpcService#MAX_RESPONSE_BYTES}
   */
  public static ByteString bytes(int count) {
    return UnsafeByteOperations.unsafeWrap(SEQUENCE, 0, count);
  }
}
