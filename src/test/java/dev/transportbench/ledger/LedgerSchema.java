package dev.transportbench.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The published schema of {@code ledger.json}. */
public final class LedgerSchema {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private LedgerSchema() {}

  /** What is wrong with a ledger, one line each. */
  public static List<String> problems(JsonNode ledger) throws IOException {
    String text = Files.readString(Path.of("docs/ledger.schema.json"));
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(text);
    return schema.validate(ledger).stream().map(Object::toString).toList();
  }

  /** Of a file. */
  public static List<String> problems(Path file) throws IOException {
    return problems(MAPPER.readTree(file.toFile()));
  }
}
