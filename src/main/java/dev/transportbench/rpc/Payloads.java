package dev.transportbench.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.SplittableRandom;

/**
 * The bytes that RPCs carry: pseudo-random, so that nothing compresses them, and the same for every
 * transport and run. A payload of n bytes is the first n of one fixed sequence.
 */
public final class Payloads {
  private static final long SEED = 42;
  private static final byte[] SEQUENCE = new byte[RpcService.MAX_RESPONSE_BYTES];

  static {
    new SplittableRandom(SEED).nextBytes(SEQUENCE);
  }

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
