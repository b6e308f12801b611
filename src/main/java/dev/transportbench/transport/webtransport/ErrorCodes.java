package dev.transportbench.transport.webtransport;

/**
 * The codes of RESET_STREAM and STOP_SENDING. An application's own 32-bit codes lie in a range of
 * HTTP/3's that starts at {@value #FIRST}, with the reserved ones (0x1f·N + 0x21) left out. Netty's
 * API sends codes of 31 bits only, so none of that range can be sent; it can be received.
 */
final class ErrorCodes {
  /** A stream's session is over. */
  static final int SESSION_GONE = 0x170d7b68;

  /** A stream came before its session, and too many did. */
  static final int BUFFERED_STREAM_REJECTED = 0x3994bd84;

  static final long FIRST = 0x52e4a40fa8dbL;
  static final long LAST = 0x52e5ac983162L;

  /** What {@link #fromHttp} gives for a code that is no application's. */
  static final long NONE = -1;

  private static final long MAX_APPLICATION_CODE = 0xffff_ffffL;

  private ErrorCodes() {}

  /**
   * The code in HTTP/3's space.
   *
   * @param applicationCode 0 to 2³²−1
   */
  static long toHttp(long applicationCode) {
    if (applicationCode < 0 || applicationCode > MAX_APPLICATION_CODE) {
      throw new IllegalArgumentException(
          "stream error code: %d; allowed: 0 to %d"
              .formatted(applicationCode, MAX_APPLICATION_CODE));
    }
    return FIRST + applicationCode + applicationCode / 0x1e;
  }

  /** The application's code, 0 to 2³²−1; {@link #NONE} when it is another's or reserved. */
  static long fromHttp(long httpCode) {
    if (httpCode < FIRST || httpCode > LAST || (httpCode - 0x21) % 0x1f == 0) {
      return NONE;
    }
    long shifted = httpCode - FIRST;
    return shifted - shifted / 0x1f;
  }
}
