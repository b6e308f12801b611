package dev.transportbench.transport.message;

import java.io.IOException;

/** The peer sent what is no message, or one longer than the terms allow. */
public final class MalformedMessageException extends IOException {
  private static final long serialVersionUID = 1;

  public MalformedMessageException(String message) {
    super(message);
  }

  public MalformedMessageException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The message's length, as far as it is known, exceeds {@code maxMessageBytes}. */
  public static MalformedMessageException tooLong(long messageBytes, int maxMessageBytes) {
    return new MalformedMessageException(
        "message: %d bytes; allowed: 0 to %d".formatted(messageBytes, maxMessageBytes));
  }
}
