package dev.transportbench.transport.message;

import java.io.IOException;

/** The peer sent what is no message, or one longer than the terms allow. */
public final class MalformedMessageException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean tooLong;

  public MalformedMessageException(String message) {
    this(message, false);
  }

  private MalformedMessageException(String message, boolean tooLong) {
    super(message);
    this.tooLong = tooLong;
  }

  public MalformedMessageException(String message, Throwable cause) {
    super(message, cause);
    tooLong = false;
  }

  /** The message's length, as far as it is known, exceeds {@code maxMessageBytes}. */
  public static MalformedMessageException tooLong(long messageBytes, int maxMessageBytes) {
    return new MalformedMessageException(
        "message: %d bytes; allowed: 0 to %d".formatted(messageBytes, maxMessageBytes), true);
  }

  /** Whether nothing but the length is wrong. */
  public boolean tooLong() {
    return tooLong;
  }
}
