package dev.transportbench.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The JSON of this package's records, the same wherever it is written or read. Files appear whole
 * or not at all: each is written beside its place, flushed to disk and renamed.
 */
public final class LedgerJson {
  private static final int BUFFER = 1 << 16;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          // Who opened a file closes it, after it has reached the disk.
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          // A later version may add fields; an older reader does without them.
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private LedgerJson() {}

  /** One line of JSON, without the line's end. */
  public static String line(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + value.getClass(), e);
    }
  }

  /** Writes JSON piece by piece; closing it does not close what it writes to. */
  public static JsonGenerator generator(Writer out) throws IOException {
    return MAPPER.createGenerator(out);
  }

  /** Writes an indented file, replacing one that is there. */
  public static void write(Path file, Object value) throws IOException {
    replace(
        file,
        out -> MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT).writeValue(out, value));
  }

  /** Writes a text file, replacing one that is there. */
  public static void writeText(Path file, String text) throws IOException {
    writeText(file, (Text) out -> out.write(text));
  }

  /** Text that is never whole in memory. */
  public interface Text {
    void writeTo(Writer out) throws IOException;
  }

  /** The same, of a text that may be too large for one string. */
  public static void writeText(Path file, Text text) throws IOException {
    replace(
        file,
        out -> {
          Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
          text.writeTo(writer);
          writer.flush();
        });
  }

  /**
   * @throws JsonProcessingException when the text is not such a record
   */
  public static <T> T parse(String text, Class<T> type) throws JsonProcessingException {
    return MAPPER.readValue(text, type);
  }

  /**
   * @throws JsonProcessingException when the file's content is not such a record
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    // Not all bytes at once: a ledger of ten thousand cells has a quarter of a gigabyte.
    try (InputStream in = Files.newInputStream(file)) {
      return MAPPER.readValue(in, type);
    }
  }

  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private static void replace(Path file, Content content) throws IOException {
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    try {
      try (FileChannel channel =
          FileChannel.open(
              partial,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
        content.writeTo(out);
        out.flush();
        channel.force(true);
      }
      Files.move(
          partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      // Still there only when the content could not be had or written.
      Files.deleteIfExists(partial);
    }
  }
}
