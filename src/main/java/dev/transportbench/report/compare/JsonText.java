package dev.transportbench.report.compare;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The characters of a JSON file in whatever encoding it is: UTF-8, UTF-16 as a shell of Windows
 * redirects it, each with or without a byte order mark. What is no UTF-8 is replaced, as old
 * versions of JMH wrote the platform's encoding. Read once from its start, so that it may be a
 * pipe.
 */
final class JsonText {
  private static final int BUFFER = 1 << 16;
  private static final int BYTE = 0xFF;

  private JsonText() {}

  /** A file that holds no text; the message is the format. */
  static final class CompressedException extends IOException {
    private static final long serialVersionUID = 1L;

    CompressedException(String format) {
      super(format);
    }
  }

  /**
   * @throws CompressedException when it starts as an archive does
   */
  static BufferedReader open(Path file) throws IOException {
    // A channel of a pipe cannot say whether more is there.
    InputStream in = new BufferedInputStream(new FileInputStream(file.toFile()), BUFFER);
    try {
      in.mark(2);
      int first = in.read();
      int second = in.read();
      in.reset();
      refuseArchive(first, second);
      BufferedReader text =
          new BufferedReader(
              new InputStreamReader(
                  in,
                  charset(first, second)
                      .newDecoder()
                      .onMalformedInput(CodingErrorAction.REPLACE)
                      .onUnmappableCharacter(CodingErrorAction.REPLACE)),
              BUFFER);
      text.mark(1);
      if (text.read() != '\uFEFF') {
        text.reset();
      }
      return text;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static void refuseArchive(int first, int second) throws CompressedException {
    if (first == 0x1F && second == 0x8B) {
      throw new CompressedException("gzip");
    }
    if (first == 'P' && second == 'K') {
      throw new CompressedException("zip");
    }
    if (first == 0x28 && second == 0xB5) {
      throw new CompressedException("zstd");
    }
  }

  /** JSON starts with an ASCII character, so that a zero beside it tells UTF-16. */
  private static Charset charset(int first, int second) {
    if (first == BYTE && second == BYTE - 1 || first > 0 && second == 0) {
      return StandardCharsets.UTF_16LE;
    }
    if (first == BYTE - 1 && second == BYTE || first == 0 && second > 0) {
      return StandardCharsets.UTF_16BE;
    }
    return StandardCharsets.UTF_8;
  }
}
