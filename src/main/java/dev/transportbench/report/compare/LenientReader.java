package dev.transportbench.report.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Doubles a backslash that starts no JSON escape: some tools write Windows paths as they are, and
 * {@code C:\Users} would end the whole file for a strict parser.
 */
final class LenientReader extends Reader {
  private static final String ESCAPED = "\"\\/bfnrt";
  private static final int HEX_DIGITS = 4;

  private final BufferedReader in;

  /** Whether the character before was a backslash that starts an escape. */
  private boolean escape;

  private boolean doubled;

  LenientReader(BufferedReader in) {
    super(in);
    this.in = in;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      if (count > 0 && !in.ready()) {
        break;
      }
      int c = next();
      if (c < 0) {
        return count == 0 ? -1 : count;
      }
      buffer[offset + count++] = (char) c;
    }
    return count;
  }

  private int next() throws IOException {
    if (doubled) {
      doubled = false;
      return '\\';
    }
    int c = in.read();
    if (c == '\\' && !escape) {
      if (startsEscape()) {
        escape = true;
      } else {
        doubled = true;
      }
      return c;
    }
    escape = false;
    return c;
  }

  private boolean startsEscape() throws IOException {
    in.mark(HEX_DIGITS + 1);
    int c = in.read();
    boolean valid = c >= 0 && ESCAPED.indexOf(c) >= 0;
    if (c == 'u') {
      valid = true;
      for (int i = 0; i < HEX_DIGITS; i++) {
        valid &= Character.digit(in.read(), 16) >= 0;
      }
    }
    in.reset();
    return valid;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
