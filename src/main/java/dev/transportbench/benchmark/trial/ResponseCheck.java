package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.transportbench.rpc.proto.Response;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Compares each response with the one expected: its length, and every byte up to 16 KiB, one in 64
 * above. Allocates nothing for a response that is right.
 */
public final class ResponseCheck extends ByteOutput {
  private static final int FULL_CHECK_BYTES = 16 << 10;
  private static final int STRIDE_BYTES = 64;

  private final byte[] expected;
  private int position;
  private boolean same;

  public ResponseCheck(ByteString expected) {
    this.expected = expected.toByteArray();
  }

  int expectedBytes() {
    return expected.length;
  }

  /** What is wrong with a response; null when it is right. */
  public String problem(Response response) {
    if (response.hasError()) {
      return "the server refused: " + response.getError().getMessage();
    }
    ByteString payload = response.getPayload();
    if (payload.size() != expected.length) {
      return "response of %d B instead of %d".formatted(payload.size(), expected.length);
    }
    position = 0;
    same = true;
    try {
      // Shows the bytes where they lie, without copying them.
      UnsafeByteOperations.unsafeWriteTo(payload, this);
    } catch (IOException e) {
      throw new AssertionError("comparing does no I/O", e);
    }
    return same
        ? null
        : "response differs from what was sent, within the %d B from byte %d"
            .formatted(expected.length - position, position);
  }

  @Override
  public void writeLazy(byte[] value, int offset, int length) {
    write(value, offset, length);
  }

  @Override
  public void write(byte[] value, int offset, int length) {
    if (!same) {
      return;
    }
    same =
        expected.length <= FULL_CHECK_BYTES
            ? Arrays.equals(value, offset, offset + length, expected, position, position + length)
            : sampleEquals(value, offset, length);
    if (same) {
      position += length;
    }
  }

  private boolean sampleEquals(byte[] value, int offset, int length) {
    for (int i = 0; i < length; i += STRIDE_BYTES) {
      if (value[offset + i] != expected[position + i]) {
        return false;
      }
    }
    return length == 0 || value[offset + length - 1] == expected[position + length - 1];
  }

  @Override
  public void write(byte value) {
    same = same && expected[position] == value;
    position++;
  }

  @Override
  public void write(ByteBuffer value) {
    byte[] copy = new byte[value.remaining()];
    value.get(copy);
    write(copy, 0, copy.length);
  }

  @Override
  public void writeLazy(ByteBuffer value) {
    write(value);
  }
}
