package dev.transportbench.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
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
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
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

  /** Writes an indented file, replacing one that is there. */
  public static void write(Path file, Object value) throws IOException {
    byte[] json = MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(value);
    replace(file, json);
  }

  /** Writes a text file, replacing one that is there. */
  public static void writeText(Path file, String text) throws IOException {
    replace(file, text.getBytes(StandardCharsets.UTF_8));
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
    return MAPPER.readValue(Files.readAllBytes(file), type);
  }

  private static void replace(Path file, byte[] content) throws IOException {
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    Files.write(partial, content);
    try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
